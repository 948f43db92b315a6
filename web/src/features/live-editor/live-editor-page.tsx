export function LiveEditorPage() {
  return <h1>live editor</h1>
}
