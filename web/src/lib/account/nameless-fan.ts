/** Somebody who does not show their picks under the name, or whose profile is deleted. */
export const NAMELESS_FAN = 'a fan'
