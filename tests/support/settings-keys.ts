import { toSettingsKeys } from '@called-it/infra/secrets/settings-keys'

/** For programs that tests start. */
export const TEST_SETTINGS_KEY = '8f1c03ab5d7e92460c6bde17f4a83950d2e6719b4cf80a35e1976d2b08c4fa53'

export const TEST_SETTINGS_KEYS = toSettingsKeys({ SETTINGS_KEY: TEST_SETTINGS_KEY })
