/** Style sheets repeat them. */
export const PHONE = '(max-width: 767px)'
export const DESKTOP = '(min-width: 1024px)'
