declare global {
  // The name under which the scroll lock of Radix's dialogs looks for the nonce.
  var __webpack_nonce__: string | undefined
}

/** Radix adds `<style>` elements, which need the nonce of the page. Call it before the first render. */
export function adoptCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) globalThis.__webpack_nonce__ = nonce
}
