declare global {
  // The name under which the scroll lock of Radix's dialogs looks for the nonce.
  var __webpack_nonce__: string | undefined
}

/**
 * Hands on the nonce that the gateway wrote into the page, so that the `<style>` elements which Radix
 * inserts pass the content security policy. Call it once, before the first render.
 */
export function adoptCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) globalThis.__webpack_nonce__ = nonce
}
