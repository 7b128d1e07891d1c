"""WHAT IS TOLD OF GAMES THAT ARE OVER. Pure: people, sums, records, pictures, series."""
