/**
 * What apps that open links themselves add to the name of their browser: all of Android's web views, and on iOS the apps
 * in which links to shows are shared. Nothing else tells them from a browser.
 */
const IN_APP =
  /; wv\)|\b(?:FBA[NV]|FB_IAB|Instagram|Barcelona|TikTok|musical_ly|BytedanceWebview|Snapchat|Line|MicroMessenger)\b/

export function isInAppBrowser({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  return IN_APP.test(userAgent)
}
