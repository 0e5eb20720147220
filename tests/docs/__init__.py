"""Every page of the documentation is tried: its code runs, its commands run, its paths and links lead somewhere."""
