/** The parameters of a path that has the pattern, else null. */
export type PathMatcher = (path: string) => Readonly<Record<string, string | undefined>> | null

/** @param pattern in the notation of the client's router, which ignores case and a slash at the end too */
export function pathMatcher(pattern: string): PathMatcher {
  const compiled = new URLPattern({ pathname: pattern }, { ignoreCase: true })
  return (path) => compiled.exec({ pathname: path.replace(/(?<=.)\/$/, '') })?.pathname.groups ?? null
}
