"""What can be proven of a table by asking copies of it: what seats see, what is refused, what leaks."""
