"""An OAuth 2 provider on loopback that others wrote: django-oauth-toolkit with a sign-in and a consent page of its own."""
import json
import logging
import os
import sys
import tempfile

import django
from django.conf import settings
from django.core.management import call_command
from django.http import JsonResponse
from django.urls import include, path

FOLDER = tempfile.mkdtemp()
SIGN_IN = '<form action="" method="post">{% csrf_token %}<input name="username" value="ada"><input name="password" value="lovelace-1843"><input type="hidden" name="next" value="{{ next }}"></form>'
with open(os.path.join(FOLDER, "sign-in.html"), "w") as page: page.write(SIGN_IN)

settings.configure(
    SECRET_KEY="of-the-tests", DEBUG=True, ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, LOGIN_URL="/sign-in/", USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(FOLDER, "db.sqlite3")}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages", "oauth2_provider"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [FOLDER], "APP_DIRS": True, "OPTIONS": {"context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth"]}}],
    OAUTH2_PROVIDER={"SCOPES": {"read": "Read", "write": "Write"}, "PKCE_REQUIRED": True, "ACCESS_TOKEN_EXPIRE_SECONDS": 600, "ROTATE_REFRESH_TOKEN": True, "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 0, "ALLOWED_REDIRECT_URI_SCHEMES": ["http"]},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField", LOGGING_CONFIG=None,
)
django.setup()
logging.disable(logging.ERROR)

from django.contrib.auth.models import User  # noqa: E402
from django.contrib.auth.views import LoginView  # noqa: E402
from oauth2_provider.models import get_application_model  # noqa: E402
from oauth2_provider.views.generic import ProtectedResourceView  # noqa: E402


class WhoAmI(ProtectedResourceView):
    def get(self, request): return JsonResponse({"user": request.resource_owner.username})


urlpatterns = [path("sign-in/", LoginView.as_view(template_name="sign-in.html")), path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")), path("whoami", WhoAmI.as_view())]

call_command("migrate", verbosity=0)
User.objects.create_user("ada", password="lovelace-1843")
client = json.loads(sys.argv[1])
get_application_model().objects.create(
    client_id=client["client_id"], client_secret=client["client_secret"], redirect_uris=client["redirect_uri"], name="Patchbay", client_type="confidential", authorization_grant_type="authorization-code",
)

from socketserver import ThreadingMixIn  # noqa: E402
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_): pass


httpd = Server(("127.0.0.1", 0), Quiet)
httpd.set_app(get_wsgi_application())
print(httpd.server_address[1], flush=True)
httpd.serve_forever()
