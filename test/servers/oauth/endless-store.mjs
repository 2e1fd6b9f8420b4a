// A store for oidc-provider that forgets nothing: its usual store keeps 1,000 values.

/** @returns {new (model: string) => object} a class of adapters that share one store */
export function endlessStore() {
  const values = new Map();
  const members = new Map();
  return class EndlessStore {
    constructor(model) {
      this.model = model;
    }

    key(id) {
      return `${this.model}:${id}`;
    }

    async upsert(id, payload) {
      const key = this.key(id);
      values.set(key, payload);
      if (!payload.grantId) return;
      const keys = members.get(payload.grantId) ?? new Set();
      members.set(payload.grantId, keys.add(key));
    }

    async find(id) {
      return values.get(this.key(id));
    }

    async findByUid(uid) {
      return [...values.values()].find((payload) => payload.kind === this.model && payload.uid === uid);
    }

    async consume(id) {
      values.get(this.key(id)).consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id) {
      values.delete(this.key(id));
    }

    async revokeByGrantId(grantId) {
      for (const key of members.get(grantId) ?? []) values.delete(key);
      members.delete(grantId);
    }
  };
}
