"""Games that come with the package."""
