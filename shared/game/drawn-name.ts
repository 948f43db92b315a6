/** The fonts of preview images have the letters of these scripts, for Han and Hangul the common ones. */
const NOT_DRAWN =
  /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a preview image shows the whole name, as far as its scripts say. */
export function isDrawn(name: string): boolean {
  return !NOT_DRAWN.test(name.normalize('NFKC'))
}
