import { z } from 'zod'

// zod compiles its parsers with `new Function` where it may. The content security policy forbids that,
// and the browser reports the mere try, so it must be said before the first schema is made: this module
// is imported before any other.
z.config({ jitless: true })
