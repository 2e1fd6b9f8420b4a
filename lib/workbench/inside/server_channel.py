"""The way to the server: one JSON object a line on descriptor 3."""

import json
import socket

server = socket.socket(fileno=3)


def send(message):
    server.sendall(json.dumps(message).encode() + b"\n")
