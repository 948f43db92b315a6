/** The product's name; the band's is part of its profile. */
export const PRODUCT_NAME = 'Called It'
