/** Where home changes its shape. The style sheets of home say the same. */
export const PHONE = '(max-width: 767px)'
export const DESKTOP = '(min-width: 1024px)'
