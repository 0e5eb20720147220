"""What ``check_game`` looks at, one module an aspect; ``aspect`` says what an aspect is."""
