"""Every page of the documentation is tried: code and commands run, paths and links lead somewhere."""
