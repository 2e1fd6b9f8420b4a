"""The way out of a sandbox, where the operator allows one: carries connections of the loopback to the server's proxy.

Programs know proxies by a host and a port; the server is reached by a unix socket only. The proxy decides which hosts may be
reached: whoever ends this program or writes another has no more than before.
"""

import asyncio
import ctypes
import os

PR_SET_DUMPABLE = 4
PORT = 3128
SOCKET = "/run/workbench/egress.sock"
MOST = 64


async def copy(reader, writer):
    try:
        while chunk := await reader.read(1 << 16):
            writer.write(chunk)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        writer.close()


async def carry(reader, writer):
    try:
        server_reader, server_writer = await asyncio.open_unix_connection(SOCKET)
    except OSError:
        writer.close()
        return
    try:
        await asyncio.gather(copy(reader, server_writer), copy(server_reader, writer))
    finally:
        server_writer.close()
        writer.close()


async def serve():
    server = await asyncio.start_server(carry, "127.0.0.1", PORT, backlog=MOST)
    async with server:
        await server.serve_forever()


def start():
    """Forks it; returns the number of its process."""
    pid = os.fork()
    if pid:
        return pid
    try:
        # Like all that code starts: what hides its open files is taken for a hidden place for more of them.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1)
        os.setsid()
        null = os.open("/dev/null", os.O_RDWR)
        for kept in (0, 1, 2):
            os.dup2(null, kept)
        os.closerange(3, 1024)
        asyncio.run(serve())
    finally:
        os._exit(0)
