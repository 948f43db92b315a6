/** Preloaded with `--import`: shifts the clock of the program by CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)

globalThis.Date = new Proxy(Date, {
  construct: (clock, given, target) =>
    Reflect.construct(clock, given.length === 0 ? [clock.now() + shiftMs] : given, target),
  apply: (clock) => new clock(clock.now() + shiftMs).toString(),
  get: (clock, key) => (key === 'now' ? () => clock.now() + shiftMs : Reflect.get(clock, key)),
})

export {}
