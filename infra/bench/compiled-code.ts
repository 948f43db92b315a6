import path from 'node:path'

/** Where `npm start` keeps compiled code too. Without it each program takes 30 MB more, to strip the types itself. */
export const COMPILED_CODE = path.resolve(import.meta.dirname, '../../node_modules/.cache/called-it/compiled')
