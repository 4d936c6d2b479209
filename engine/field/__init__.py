"""Where one mover can stand and step, what each step costs, which places it reaches, and what holds it there."""
