"""Triggers, webhooks, logs and usage."""
import base64
import hashlib
import hmac
import json
import time

from recorder import is_refused, refused

TYPE = "GMAIL_NEW_GMAIL_MESSAGE"


def run(recorder, composio, connect, drive):
    user, step, triggers = drive["user"], recorder.run, composio.triggers
    step("triggers.list", lambda: triggers.list(toolkit_slugs=["gmail"]), lambda page: TYPE in [item.slug for item in page.items])
    step("triggers.list_enum", lambda: triggers.list_enum(), lambda slugs: TYPE in slugs)
    step("triggers.get_type", lambda: triggers.get_type(TYPE), lambda answer: answer.slug == TYPE and answer.config)
    trigger = step("triggers.create", lambda: triggers.create(TYPE, user_id=user, trigger_config={}), lambda answer: answer.trigger_id.startswith("ti_"))
    step("triggers.create with an account", lambda: triggers.create(TYPE, connected_account_id=drive["accounts"]["gmail"], trigger_config={}), lambda answer: answer.trigger_id)
    step("triggers.create of an unknown type", lambda: refused(lambda: triggers.create("GMAIL_NOTHING", user_id=user), "TriggerTypeNotFound"), is_refused)
    ids = lambda **more: [item.id for item in triggers.list_active(trigger_ids=[trigger.trigger_id], **more).items]
    step("triggers.list_active", ids, lambda found: found == [trigger.trigger_id])
    step("triggers.disable", lambda: (triggers.disable(trigger.trigger_id), ids())[1], lambda found: found == [])
    step("triggers.enable", lambda: (triggers.enable(trigger.trigger_id), ids())[1], lambda found: found == [trigger.trigger_id])
    step("triggers.delete", lambda: (triggers.delete(trigger.trigger_id), ids(show_disabled=True))[1], lambda found: found == [])
    read_events(step, triggers)
    listen(recorder, triggers)

    hooks = composio.webhooks.subscriptions
    step("triggers.set_webhook_subscription", lambda: triggers.set_webhook_subscription(webhook_url="https://app.example/hook"))
    hook = step("webhooks.subscriptions.set", lambda: hooks.set(webhook_url="https://app.example/events", enabled_events=["composio.trigger.message"]))
    id_of = lambda each: each["id"] if isinstance(each, dict) else each.id
    step("webhooks.subscriptions.list", lambda: hooks.list(), lambda page: id_of(hook) in [item.id for item in page.items])
    step("webhooks.subscriptions.get", lambda: hooks.get(id_of(hook)), lambda answer: answer.webhook_url == "https://app.example/events")
    step("webhooks.subscriptions.update", lambda: hooks.update(id_of(hook), webhook_url="https://app.example/other"), lambda answer: answer.webhook_url == "https://app.example/other")
    step("webhooks.subscriptions.rotate_secret", lambda: hooks.rotate_secret(id_of(hook)), lambda answer: answer.secret)
    step("webhooks.subscriptions.list_event_types", lambda: hooks.list_event_types(), lambda answer: "composio.trigger.message" in answer.model_dump_json())
    step("webhooks.subscriptions.delete", lambda: hooks.delete(id_of(hook)))

    ends = composio.webhooks.endpoints
    end = step("webhooks.endpoints.create", lambda: ends.create(toolkit_slug="slack", client_id="app-1").root, lambda answer: answer.id.startswith("we_"))
    step("webhooks.endpoints.list", lambda: ends.list(toolkit_slug="slack"), lambda page: end.id in [item.id for item in page.items])
    step("webhooks.endpoints.get", lambda: ends.get(end.id), lambda answer: end.id in answer.model_dump_json())
    step("webhooks.endpoints.replace", lambda: ends.replace(end.id, data={"signing_secret": "signing-secret-0123"}))
    step("webhooks.endpoints.update", lambda: ends.update(end.id, data={"signing_secret": "another-secret-0123"}))

    page = step("logs.search", lambda: composio.logs.search(limit=5), lambda answer: len(answer.logs) > 0)
    step("logs.get", lambda: composio.logs.get(page.logs[0].id), lambda answer: answer)
    usage = composio.experimental.usage
    step("experimental.usage.summary", lambda: usage.summary(entity_types=["tool_calls"]), lambda answer: answer.entities is not None)
    step("experimental.usage.breakdown", lambda: usage.breakdown("tool_calls", group_by="tool_slug"), lambda answer: len(answer.groups) > 0)


def read_events(step, triggers):
    """An app reads what a webhook brings: each version of the payload."""
    body = json.dumps(
        {
            "id": "msg_1",
            "timestamp": "2026-11-01T00:00:00Z",
            "type": "composio.trigger.message",
            "metadata": {"log_id": "log_1", "trigger_slug": TYPE, "trigger_id": "ti_1", "connected_account_id": "ca_1", "auth_config_id": "ac_1", "user_id": "ada"},
            "data": {"subject": "Hello"},
        }
    )
    secret, stamp = "a-secret", str(int(time.time()))
    digest = hmac.new(secret.encode(), f"msg_1.{stamp}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    headers = {"webhook-id": "msg_1", "webhook-timestamp": stamp, "webhook-signature": signature}
    is_hello = lambda answer: answer["payload"]["payload"] == {"subject": "Hello"} and answer["payload"]["trigger_slug"] == TYPE
    step("triggers.parse", lambda: triggers.parse(body=body, headers=headers, verify_secret=secret), is_hello)
    step("triggers.verify_webhook", lambda: triggers.verify_webhook(id="msg_1", payload=body, secret=secret, signature=signature, timestamp=stamp), is_hello)
    step("triggers.verify_webhook with another secret", lambda: refused(lambda: triggers.verify_webhook(id="msg_1", payload=body, secret="another", signature=signature, timestamp=stamp), "WebhookSignatureVerificationError"), is_refused)


def listen(recorder, triggers):
    """An app listens by the websocket. Whoever started this program sends events from the first "listening" on."""
    step, events = recorder.run, []
    listener = recorder.noted("subscription", step("triggers.subscribe", lambda: triggers.subscribe(timeout=30)))

    def hear():
        events.clear()
        deadline = time.monotonic() + 30
        while not events and time.monotonic() < deadline:
            time.sleep(0.05)
        return events[0]

    step("subscription.handle", lambda: listener.handle(trigger_slug=TYPE)(events.append))
    print("listening", flush=True)
    is_heard = lambda event: event["trigger_slug"] == TYPE and event["payload"] == {"subject": "Hello"} and event["user_id"] == "ada"
    step("an event of a trigger", hear, is_heard)
    step("subscription.is_alive", lambda: listener.is_alive(), lambda value: value is True)
    step("subscription.has_errored", lambda: listener.has_errored(), lambda value: value is False)
    # The client's own worker can take 100 seconds until it sees that its socket is closed: nobody waits for that here.
    step("subscription.restart", lambda: (listener.restart(), listener.is_alive())[1], lambda value: value is True)
    step("subscription.stop", lambda: (listener.stop(), listener.wait_forever(), listener.is_alive())[2], lambda value: value is False)
