"""Where one mover can stand and step, what each step costs, and which places its budget reaches."""
