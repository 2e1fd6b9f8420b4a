"""Notes which methods of an SDK's objects a program calls, and whether the steps with these calls succeeded."""
import inspect
import traceback

#: Members of every object that are no methods of the API.
NO_METHODS = {"client", "logger", "sanitize_payload", "name", "skip_default"}


def public_methods(target):
    """Names of all public methods, own and inherited."""
    names = [name for name in dir(type(target)) if not name.startswith("_")]
    names += [name for name in vars(target) if not name.startswith("_")]
    return sorted(
        {name for name in names if name not in NO_METHODS and callable(inspect.getattr_static(target, name, None))}
        | {
            name
            for name in names
            if name not in NO_METHODS and isinstance(inspect.getattr_static(target, name, None), staticmethod)
        }
    )


class Noted:
    """An object whose calls are noted under its path; `parts` are objects below it that are noted as well."""

    def __init__(self, recorder, path, target, parts=()):
        self.__dict__.update(_recorder=recorder, _path=path, _target=target, _parts=parts)
        recorder.register(path, target)
        for part in parts:
            below = f"{path}.{part}" if path else part
            Noted(recorder, below, getattr(target, part), recorder.PARTS.get(below, ()))

    def __getattr__(self, name):
        value = getattr(self._target, name)
        path = f"{self._path}.{name}" if self._path else name
        if name in self._parts:
            return Noted(self._recorder, path, value, self._recorder.PARTS.get(path, ()))
        if name not in self._recorder.objects[self._path]:
            return value

        def call(*args, **kwargs):
            self._recorder.called.add(path)
            args = [plain(value) for value in args]
            return value(*args, **{key: plain(each) for key, each in kwargs.items()})

        return call


def plain(value):
    """The object itself, of an object that is noted."""
    return value._target if isinstance(value, Noted) else value


class Recorder:
    #: Path of an object to the objects below it.
    PARTS = {
        "": (
            "tools toolkits auth_configs connected_accounts triggers mcp sessions webhooks logs keyring experimental provider"
        ).split(),
        "experimental": ["custom_toolkits", "usage"],
        "webhooks": ["endpoints", "subscriptions"],
        "session": ["experimental"],
        "session.experimental": ["files"],
    }

    def __init__(self):
        self.objects = {}
        self.called = set()
        self.steps = {}
        #: Methods of steps that succeeded, and of those that failed.
        self.succeeded = set()
        self.failed = set()

    def register(self, path, target):
        self.objects.setdefault(path, set()).update(public_methods(target))

    def noted(self, path, target):
        return Noted(self, path, target, self.PARTS.get(path, ()))

    def run(self, name, work, check=lambda value: value is not None):
        """Does one step. Returns its value, or None if it failed."""
        self.called = set()
        value = None
        try:
            value = work()
            result = "ok" if check(value) else "unexpected: " + repr(value)[:600]
        except BaseException as error:  # noqa: BLE001 - an SDK that ends the program is a failed step as well
            place = traceback.extract_tb(error.__traceback__)[-1]
            result = f"{type(error).__name__}: {error} {error.__cause__ or ''} ({place.name}:{place.lineno})"[:900]
        self.steps[name] = result
        (self.succeeded if result == "ok" else self.failed).update(self.called)
        return value if result == "ok" else None

    def run_part(self, name, work):
        """Does the steps of a part. A part that breaks off is a failed step."""
        self.called = set()
        try:
            work()
        except Exception as error:  # noqa: BLE001
            place = traceback.extract_tb(error.__traceback__)[-1]
            self.steps[f"all steps of {name}"] = f"{type(error).__name__}: {error} ({place.name}:{place.lineno})"[:900]

    def report(self, inner):
        """States of all methods that there are. `inner` are those that no app calls."""
        methods = {
            f"{path}.{name}" if path else name: (
                "fails"
                if (full := f"{path}.{name}" if path else name) in self.failed
                else "works"
                if full in self.succeeded
                else "inner"
                if full in inner
                else "missed"
            )
            for path, names in self.objects.items()
            for name in names
        }
        return {"steps": self.steps, "methods": dict(sorted(methods.items()))}


def refused(work, *kinds):
    """Whether a call is refused: by an error with this status, or with this name."""
    try:
        return "answered " + repr(work())[:300]
    except Exception as error:  # noqa: BLE001
        causes = [error, error.__cause__ or error]
        found = {getattr(each, "status_code", None) for each in causes} | {type(each).__name__ for each in causes}
        return True if found & set(kinds) else f"{type(error).__name__} {found} {error}"[:400]


is_refused = lambda answer: answer is True
