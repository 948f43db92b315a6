import { z } from 'zod'

// zod compiles its parsers with `new Function`, which the content security policy forbids and the browser reports.
// Import this module before any other: it must run before the first schema is created.
z.config({ jitless: true })
