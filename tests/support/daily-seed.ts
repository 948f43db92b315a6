/** `YYYYMMDD`: generated inputs differ from day to day, and a day's failure can be repeated with FUZZ_SEED. */
export const DAILY_SEED = Number(
  process.env.FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
)
