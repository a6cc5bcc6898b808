"""The room over HTTP and sockets."""
