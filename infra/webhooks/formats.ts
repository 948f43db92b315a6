import type { WebhookFormat } from '@called-it/shared/contract/webhooks'
import { discordFormat } from './discord.ts'
import type { Format } from './format.ts'
import { jsonFormat } from './json.ts'
import { slackFormat } from './slack.ts'

export const formats: Record<WebhookFormat, Format> = {
  json: jsonFormat,
  discord: discordFormat,
  slack: slackFormat,
}
