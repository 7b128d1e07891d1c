"""Game files, log files, tables for spreadsheets and BG Stats' link: JSON and CSV, in and out."""
