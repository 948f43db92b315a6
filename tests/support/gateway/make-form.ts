/** A file, or a text field where it has `text`. */
export type Part = { field: string; file?: Buffer | string; name?: string; text?: string }

/** Encodes a form as a browser does, for the body and headers of a request. */
export async function makeForm(...parts: readonly Part[]) {
  const form = new FormData()
  for (const { field, file = '', name = 'file', text } of parts) {
    if (text === undefined) form.append(field, new Blob([new Uint8Array(Buffer.from(file))]), name)
    else form.append(field, text)
  }
  const written = new Response(form)
  return {
    body: new Uint8Array(await written.arrayBuffer()),
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
  }
}
