"""What FastAPI does at best: one endpoint that answers a little JSON, served as the game is."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI

app = FastAPI()


@app.get("/")
async def bare() -> dict[str, int]:
    """As little as an answer can be."""
    return {"ply": 12}


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run([listener])
