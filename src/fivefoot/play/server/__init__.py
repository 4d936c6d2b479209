"""Remote battles: rooms with token seats, WebSockets and pipes."""
