import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'
import type { Express, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { ApiError } from '../http/errors.ts'
import { refuseUnknownPaths } from '../http/paths.ts'
import { requestFacts } from '../http/request-facts.ts'
import { jobBoardPolicy } from './page-policies.ts'

/** bull-board's page links a style sheet of another site, which the policy blocks. */
const FOREIGN_STYLES = /<link href="https?:[^>]*>/g

/**
 * bull-board, read-only: a job added, retried or removed there would bypass the outbox.
 *
 * @param guard runs first and refuses users without access
 */
export function mountJobBoard(
  app: Express,
  {
    title,
    queues,
    guard,
    log,
  }: { title: string; queues: QueueReader; guard: readonly RequestHandler[]; log: Logger },
): void {
  const adapter = new ExpressAdapter().setBasePath(JOB_BOARD_PATH)
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: `${title}: jobs`,
        miscLinks: [{ text: 'Back to the dashboard', url: '/admin' }],
        hideDocsLink: true,
      },
    },
  })
  // Every failure in there is a read from Redis.
  adapter.setErrorHandler((error) => {
    log.warn({ err: error }, 'the job board cannot read the queues')
    throw new ApiError('unavailable')
  })

  const showQueues: RequestHandler = async (_request, _response, next) => {
    const present = await queues.queues()
    if (!present) throw new ApiError('unavailable')
    board.replaceQueues(present.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })))
    next()
  }

  app.use(
    JOB_BOARD_PATH,
    nameRoute,
    ...guard,
    refuseChanges,
    jobBoardPolicy,
    showQueues,
    withoutForeignStyles,
    adapter.getRouter(),
    refuseUnknownPaths,
  )
}

const nameRoute: RequestHandler = (request, response, next) => {
  requestFacts(request).route = 'job-board'
  response.set('Cache-Control', 'no-store')
  next()
}

const refuseChanges: RequestHandler = ({ method }, _response, next) => {
  next(method === 'GET' || method === 'HEAD' ? undefined : new ApiError('method_not_allowed'))
}

const withoutForeignStyles: RequestHandler = (_request, response, next) => {
  const render = response.render.bind(response)
  response.render = (view: string, parameters?: object) =>
    render(view, parameters, (error, page) => {
      if (error) next(error)
      else response.type('html').send(page.replace(FOREIGN_STYLES, ''))
    })
  next()
}
