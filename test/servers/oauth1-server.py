"""An OAuth 1.0a provider on loopback, checked by oauthlib: request token, consent that is given at once, access token, a protected resource."""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from oauthlib.common import generate_token
from oauthlib.oauth1 import RequestValidator, WebApplicationServer

CLIENTS = {"consumer-key-of-the-tests": "consumer secret & more 88"}
# Tokens and nonces by name: what they belong to.
TEMPORARY, LASTING, SEEN = {}, {}, set()


class Validator(RequestValidator):
    enforce_ssl = False
    dummy_client = dummy_request_token = dummy_access_token = "a-dummy-of-the-tests-000"

    def check_client_key(self, key): return key in CLIENTS or len(key) > 3
    def check_request_token(self, token): return True
    def check_access_token(self, token): return True
    def check_nonce(self, nonce): return True
    def check_verifier(self, verifier): return True
    def validate_client_key(self, key, request): return key in CLIENTS
    def get_client_secret(self, key, request): return CLIENTS.get(key, "none")
    def validate_redirect_uri(self, key, uri, request): return uri.startswith("http://localhost:3000/")
    def get_default_realms(self, key, request): return []
    def validate_requested_realms(self, key, realms, request): return True
    def get_realms(self, token, request): return []
    def validate_realms(self, key, token, request, uri=None, realms=None): return True
    def validate_request_token(self, key, token, request): return token in TEMPORARY
    def validate_access_token(self, key, token, request): return token in LASTING
    def validate_verifier(self, key, token, verifier, request): return TEMPORARY.get(token, {}).get("verifier") == verifier
    def get_request_token_secret(self, key, token, request): return TEMPORARY.get(token, {}).get("secret", "none")
    def get_access_token_secret(self, key, token, request): return LASTING.get(token, "none")
    def get_redirect_uri(self, token, request): return TEMPORARY[token]["callback"]
    def save_request_token(self, token, request): TEMPORARY[token["oauth_token"]] = {"secret": token["oauth_token_secret"], "callback": request.redirect_uri}
    def save_access_token(self, token, request): LASTING[token["oauth_token"]] = token["oauth_token_secret"]
    def invalidate_request_token(self, key, token, request): TEMPORARY.pop(token, None)

    def validate_timestamp_and_nonce(self, key, timestamp, nonce, request, request_token=None, access_token=None):
        used = (timestamp, nonce)
        fresh = used not in SEEN
        SEEN.add(used)
        return fresh


SERVER = WebApplicationServer(Validator())


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_): pass

    def answer(self, status, body, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items(): self.send_header(name, value)
        data = (body or "").encode()
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def serve(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        uri = f"http://{self.headers['host']}{self.path}"
        headers = {name.title(): value for name, value in self.headers.items()}
        place = urlsplit(self.path)
        if place.path == "/request":
            headers, text, status = SERVER.create_request_token_response(uri, self.command, body, headers)
            return self.answer(status, text, headers)
        if place.path == "/access":
            headers, text, status = SERVER.create_access_token_response(uri, self.command, body, headers)
            return self.answer(status, text, headers)
        if place.path == "/authorize":
            token = parse_qs(place.query)["oauth_token"][0]
            verifier = TEMPORARY[token]["verifier"] = generate_token()
            callback = TEMPORARY[token]["callback"]
            return self.answer(302, "", {"location": f"{callback}{'&' if '?' in callback else '?'}{urlencode({'oauth_token': token, 'oauth_verifier': verifier})}"})
        valid, _ = SERVER.validate_protected_resource_request(uri, self.command, body, headers)
        return self.answer(200 if valid else 401, json.dumps({"signed": valid, "path": self.path, "body": body}), {"content-type": "application/json"})

    do_GET = do_POST = serve


httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(httpd.server_address[1], flush=True)
sys.stdin.close()
httpd.serve_forever()
