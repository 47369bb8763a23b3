"""Every read and write, one noun a module; nothing here commits."""
