"""Where one mover can stand and step, what each step costs, and where it gets with its budget."""
