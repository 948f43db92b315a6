export const PRODUCT_NAME = 'Called It'
