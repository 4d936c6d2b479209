"""What a person does at the board: choosing from the action bar, aiming, answering prompts."""
