"""WHAT WAS NOTED, AS DATA. Pure: entries and corrections to a sheet, game files in and out, strict JSON."""
