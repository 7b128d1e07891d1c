"""What leaves the table: links, paper, a text, a picture, another app."""
