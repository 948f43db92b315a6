/**
 * An object whose fields are always those of the newest value. Read a field where it is needed: one that was copied at
 * the start stays as it was.
 */
export function liveView<Value extends object>(current: () => Value): Value {
  return new Proxy(current(), {
    get: (_, field) => Reflect.get(current(), field),
    has: (_, field) => Reflect.has(current(), field),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor(_, field) {
      const descriptor = Reflect.getOwnPropertyDescriptor(current(), field)
      return descriptor && { ...descriptor, configurable: true }
    },
  })
}
