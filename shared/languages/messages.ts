// Written by `npm run languages` from languages/en.
/** A part of the text that becomes an element. */
export type TagValue = { readonly tag: true }

type None = Record<never, never>

/** The ids of all texts, with the values that each is filled with. */
export type Messages = {
  'access.address': None
  'access.address-how': None
  'access.address-new': None
  'access.address-now': { b: TagValue; email: string }
  'access.cancel': None
  'access.change': None
  'access.changing': None
  'access.confirm': None
  'access.confirmed': { email: string }
  'access.confirming': None
  'access.device': { browser: string; system: string }
  'access.dropped': None
  'access.end': None
  'access.end-ask': None
  'access.end-named': { device: string; time: string }
  'access.end-others': None
  'access.end-what': None
  'access.ended': None
  'access.ending': None
  'access.half': None
  'access.here': None
  'access.lately': None
  'access.move': None
  'access.move-lead': None
  'access.moved': None
  'access.no-devices': None
  'access.not-changed': None
  'access.not-ended': None
  'access.pending': { time: string }
  'access.sessions': None
  'access.since': { time: string }
  'access.the-change': None
  'access.title': None
  'access.unconfirmed': None
  'access.unknown': None
  'access.used': { time: string }
  'access.waits': { email: string }
  'account.almost': None
  'account.api-keys': None
  'account.avatar-done': None
  'account.back-to': { venue: string }
  'account.bad-link': None
  'account.bad-link-why': None
  'account.bad-token': None
  'account.can-log-in': None
  'account.change-again': None
  'account.change-new': None
  'account.change-pw': None
  'account.check-mail': None
  'account.closes-in': { left: string }
  'account.delete': None
  'account.delete-ask': None
  'account.delete-mine': None
  'account.delete-what': None
  'account.deleted': None
  'account.deleting': None
  'account.developers': None
  'account.dont-join': None
  'account.each-link': None
  'account.error': None
  'account.forgot': None
  'account.forgot-ask': None
  'account.forgot-lead': None
  'account.go-to-login': None
  'account.hide': None
  'account.info': None
  'account.join': { league: string }
  'account.join-shows': None
  'account.kept-as': { left: number; place: string }
  'account.key-copy': None
  'account.key-copy-now': None
  'account.key-for': None
  'account.key-kept': None
  'account.key-made': { time: string }
  'account.key-name': None
  'account.key-not-made': None
  'account.key-revoked': None
  'account.key-unused': None
  'account.key-used': { time: string }
  'account.keys': None
  'account.keys-about': { link: TagValue; times: number }
  'account.keys-make': None
  'account.keys-what': None
  'account.leave': None
  'account.link-coming': None
  'account.link-to': { email: string }
  'account.log-in': None
  'account.log-out': None
  'account.logged-in': None
  'account.logging-in': None
  'account.login-failed': None
  'account.mail-check': None
  'account.mail-sent': None
  'account.make-key': None
  'account.making': None
  'account.my-keys': None
  'account.name': None
  'account.nav': None
  'account.new-key': None
  'account.new-link': None
  'account.new-reset': None
  'account.next-join': { b: TagValue; league: string }
  'account.next-picks': { b: TagValue; closes: string; place: string; song: string; venue: string }
  'account.no-avatar': None
  'account.no-keys': None
  'account.no-sign-up': None
  'account.not-created': None
  'account.not-deleted': None
  'account.not-resent': None
  'account.not-updated': None
  'account.not-verified': None
  'account.notice-set': None
  'account.notices': None
  'account.open-mail': { provider: string }
  'account.password': None
  'account.picks-close': { left: string }
  'account.picks-closed': None
  'account.picks-public': None
  'account.place-encore': None
  'account.place-opener': None
  'account.place-song': { set: string; slot: number }
  'account.player-page': None
  'account.profile': None
  'account.profile-name': None
  'account.pw-again': None
  'account.pw-hide': None
  'account.pw-hint': None
  'account.pw-show': None
  'account.pw-unchanged': None
  'account.pw-update': None
  'account.pw-updated': None
  'account.resend': None
  'account.resend-it': None
  'account.resend-link': None
  'account.resend-mail': None
  'account.reset': None
  'account.reset-again': None
  'account.reset-done': None
  'account.reset-failed': None
  'account.reset-new': None
  'account.reset-sent': None
  'account.reset-unsent': None
  'account.reset-yours': None
  'account.resetting': None
  'account.revoke': None
  'account.revoke-ask': { name: string }
  'account.revoke-name': { name: string }
  'account.revoke-what': None
  'account.revoking': None
  'account.save-for': { venue: string }
  'account.security': None
  'account.send-reset': None
  'account.sending': None
  'account.show': None
  'account.shows-picks': None
  'account.sign-up': None
  'account.sign-up-keep': None
  'account.sign-up-note': None
  'account.signing-up': None
  'account.spam': None
  'account.step-auto': None
  'account.step-click': None
  'account.step-device': None
  'account.step-from': { product: string }
  'account.step-log-in': None
  'account.step-mail': None
  'account.still-in': None
  'account.taking-login': None
  'account.taking-on': None
  'account.to-home': None
  'account.to-login': None
  'account.try-again': None
  'account.twice': None
  'account.unexpected': None
  'account.update': None
  'account.updated': None
  'account.updating': None
  'account.upload': None
  'account.uploading': None
  'account.verification': None
  'account.verified-in': None
  'account.verified-now': None
  'account.verified-on': None
  'account.verify': None
  'account.verify-ask': None
  'account.verify-busy': None
  'account.verify-error': None
  'account.verifying': None
  'account.waiting': None
  'account.your-profile': None
  'admin.arrived': { at: string }
  'admin.attempts': { count: number; state: string }
  'admin.attention': None
  'admin.block': None
  'admin.blocking': None
  'admin.cancel': None
  'admin.change-count': { change: string; count: number; noun: string }
  'admin.change-name': { name: string }
  'admin.changes': None
  'admin.check': None
  'admin.check-fail': None
  'admin.check-hint': None
  'admin.check-title': None
  'admin.check-why': None
  'admin.checking': None
  'admin.copy-secret': None
  'admin.count-faults': { count: number }
  'admin.count-notices': { count: number }
  'admin.count-tasks': { count: number }
  'admin.dashboard': None
  'admin.data': None
  'admin.data-site': None
  'admin.day-by': { day: string; name: string }
  'admin.delete': None
  'admin.delete-ask': { name: string }
  'admin.delete-hint': None
  'admin.delete-name': { name: string }
  'admin.deleting': None
  'admin.deliveries': None
  'admin.deliveries-to': { name: string }
  'admin.demo': None
  'admin.demo-done': None
  'admin.demo-fail': None
  'admin.demo-hint': None
  'admin.demo-why': None
  'admin.did-dismiss': None
  'admin.did-image': None
  'admin.did-lift': None
  'admin.did-name': None
  'admin.did-suspend': None
  'admin.disable': None
  'admin.disable-name': { name: string }
  'admin.disabled-at': { at: string }
  'admin.dismiss': None
  'admin.download-all': None
  'admin.download-why': None
  'admin.downloading': None
  'admin.enable': None
  'admin.enable-name': { name: string }
  'admin.end': None
  'admin.end-ask': None
  'admin.end-hint': { email: string }
  'admin.end-of': { email: string }
  'admin.end-yes': None
  'admin.ended': None
  'admin.ended-of': { count: number; email: string }
  'admin.failed': { error: string }
  'admin.failed-from': { at: string }
  'admin.failing': { at: string }
  'admin.fans-waiting': { count: number }
  'admin.fault-field': { field: string }
  'admin.fault-row': { row: string }
  'admin.fault-show': { show: string }
  'admin.faults': None
  'admin.file-created': None
  'admin.file-manager': None
  'admin.file-name': None
  'admin.file-path': None
  'admin.file-size': None
  'admin.file-type': None
  'admin.files-in': { count: number }
  'admin.files-list': None
  'admin.files-what': None
  'admin.hook-changed': None
  'admin.hook-deleted': None
  'admin.hook-facts': { format: string; host: string; spoilers: string }
  'admin.hook-format': None
  'admin.hook-kept': None
  'admin.hook-name': None
  'admin.hook-not-made': None
  'admin.hook-stays': None
  'admin.hook-url': None
  'admin.hooks-what': None
  'admin.import': None
  'admin.import-anyway': None
  'admin.import-ask': None
  'admin.import-done': None
  'admin.import-fail': None
  'admin.import-hint': { site: string }
  'admin.import-stop': { day: string }
  'admin.import-why': None
  'admin.importing': None
  'admin.is-changed': None
  'admin.is-new': None
  'admin.is-proposed': None
  'admin.is-renamed': None
  'admin.is-retired': None
  'admin.is-vanished': None
  'admin.keep-url': { host: string }
  'admin.kept-90': None
  'admin.kind-image': None
  'admin.kind-league': None
  'admin.kind-name': None
  'admin.left-out': None
  'admin.lift': None
  'admin.lift-short': None
  'admin.lifting': None
  'admin.make-hook': None
  'admin.more-faults': { count: number }
  'admin.more-names': { count: number; names: string }
  'admin.moves': { moved: number; shows: number }
  'admin.need-time': None
  'admin.new-hook': None
  'admin.next': None
  'admin.no-backup': { day: string }
  'admin.no-changes': None
  'admin.no-checks': None
  'admin.no-faults': None
  'admin.no-files': None
  'admin.no-hooks': None
  'admin.no-hooks-hint': None
  'admin.no-moves': None
  'admin.no-reports': None
  'admin.no-suspended': None
  'admin.no-users': None
  'admin.no-words': None
  'admin.none-reported': None
  'admin.none-sent': None
  'admin.none-suspended': None
  'admin.not-admin': None
  'admin.not-again': None
  'admin.not-blocked': None
  'admin.not-decided': None
  'admin.not-downloaded': None
  'admin.not-ended': None
  'admin.not-operator': None
  'admin.not-sent': None
  'admin.not-set': None
  'admin.notebook': None
  'admin.notebook-done': None
  'admin.notebook-fail': None
  'admin.notebook-hint': { name: string }
  'admin.notebook-why': None
  'admin.notice-hint': None
  'admin.notice-sent': None
  'admin.notice-text': None
  'admin.notices-what': None
  'admin.of-fans': { fans: number; moved: number }
  'admin.older-shows': { count: number }
  'admin.oldest': None
  'admin.on-corrected': None
  'admin.on-final': None
  'admin.on-locked': None
  'admin.on-played': None
  'admin.on-proved': None
  'admin.on-weekly': None
  'admin.one-zip': None
  'admin.operator': None
  'admin.operator-of': { email: string }
  'admin.other-admin': None
  'admin.overlay': None
  'admin.overlay-hint': None
  'admin.overlay-set': { enabled: string }
  'admin.page': { page: number }
  'admin.pages': None
  'admin.pages-files': None
  'admin.pages-sent': None
  'admin.pages-users': None
  'admin.people': None
  'admin.play-demo': None
  'admin.playing': None
  'admin.previous': None
  'admin.queued': { count: string }
  'admin.quiet': None
  'admin.reason': None
  'admin.reason-hint': None
  'admin.refused': None
  'admin.remove-image': None
  'admin.renames': { count: number }
  'admin.renames-hint': None
  'admin.renew': None
  'admin.renew-of': { name: string }
  'admin.renewing': None
  'admin.reported': None
  'admin.reported-hint': None
  'admin.reports': { count: number }
  'admin.reports-hint': None
  'admin.reports-since': { count: number; day: string }
  'admin.reports-wait': None
  'admin.reset-ask': None
  'admin.reset-done': None
  'admin.reset-fail': None
  'admin.reset-hint': None
  'admin.reset-name': None
  'admin.reset-scores': None
  'admin.reset-warning': None
  'admin.reset-why': None
  'admin.reset-yes': None
  'admin.resetting': None
  'admin.retried': None
  'admin.save': None
  'admin.saving': None
  'admin.scores': None
  'admin.scores-hint': None
  'admin.search-by': None
  'admin.search-users': None
  'admin.secret-kept': None
  'admin.secret-once': None
  'admin.secrets': { count: number }
  'admin.secrets-hint': { names: string }
  'admin.send-again': None
  'admin.send-all': None
  'admin.send-ask': None
  'admin.send-notice': None
  'admin.send-warning': None
  'admin.send-yes': None
  'admin.sending': None
  'admin.sent-again': None
  'admin.sent-when': None
  'admin.set-start': None
  'admin.set-zone': None
  'admin.setlist-came': { after: string; change: string; day: string }
  'admin.settings': None
  'admin.settings-fail': None
  'admin.settings-what': None
  'admin.shows-at': { venue: string }
  'admin.songs': None
  'admin.songs-hint': None
  'admin.songwriter': None
  'admin.source-faults': { count: number }
  'admin.spoilers': None
  'admin.start-label': { venue: string }
  'admin.start-over': None
  'admin.still-blocked': None
  'admin.suspend': None
  'admin.suspend-ask': { name: string }
  'admin.suspend-failed': None
  'admin.suspend-hint': None
  'admin.suspend-where': None
  'admin.suspend-yes': None
  'admin.suspended': None
  'admin.suspending': None
  'admin.system': None
  'admin.test-mode': None
  'admin.test-mode-hint': None
  'admin.test-mode-set': { enabled: string }
  'admin.to-check': None
  'admin.to-check-what': None
  'admin.to-scoring': None
  'admin.tonight': None
  'admin.tool-import': None
  'admin.tools': None
  'admin.two-shows': None
  'admin.unblock': { word: string }
  'admin.unverified': None
  'admin.update-failed': None
  'admin.update-songs': None
  'admin.updated': None
  'admin.updating': None
  'admin.uploads': None
  'admin.url-hint': None
  'admin.user-actions': None
  'admin.user-admin': None
  'admin.user-created': None
  'admin.user-email': None
  'admin.user-id': None
  'admin.user-name': None
  'admin.user-verified': None
  'admin.users': None
  'admin.users-empty': None
  'admin.users-hint': None
  'admin.users-table': None
  'admin.users-what': None
  'admin.venue-clock': None
  'admin.venue-counts': { count: number; venue: string }
  'admin.venue-failed': None
  'admin.venue-saved': None
  'admin.verified': None
  'admin.waits': None
  'admin.webhooks': None
  'admin.webhooks-hint': None
  'admin.word': None
  'admin.words': None
  'admin.words-hint': None
  'admin.would-ask': None
  'admin.zone-check': { zone: string }
  'admin.zone-hint': None
  'admin.zone-of': { venue: string }
  'admin.zone-other': { venue: string }
  'admin.zone-right': { zone: string }
  'admin.zone-unknown': None
  'audit.action': None
  'audit.address': None
  'audit.all': None
  'audit.command': None
  'audit.details': None
  'audit.entries': None
  'audit.from': None
  'audit.kept': None
  'audit.none': None
  'audit.none-hint': None
  'audit.pages': None
  'audit.program': None
  'audit.subject': None
  'audit.time': None
  'audit.title': None
  'audit.to': None
  'audit.user': None
  'audit.visitor': None
  'audit.what': None
  'audit.who': None
  'backup.actions': None
  'backup.away': None
  'backup.before': None
  'backup.boards': None
  'backup.busy': None
  'backup.by-hand': None
  'backup.by-other': None
  'backup.by-schedule': None
  'backup.by-upload': None
  'backup.cancel': None
  'backup.card-hint': None
  'backup.choose': None
  'backup.damaged': None
  'backup.database': None
  'backup.delete': None
  'backup.delete-ask': { name: string }
  'backup.delete-hint': None
  'backup.delete-name': { name: string }
  'backup.deleting': None
  'backup.devices': { count: number }
  'backup.disk-full': None
  'backup.download': None
  'backup.every': None
  'backup.every-hint': None
  'backup.file': None
  'backup.folder': None
  'backup.free': { size: string }
  'backup.from-hint': None
  'backup.interrupted': None
  'backup.is-damaged': None
  'backup.is-foreign': None
  'backup.keep': None
  'backup.keep-hint': None
  'backup.list': None
  'backup.load-name': { name: string }
  'backup.log-in': None
  'backup.log-in-again': None
  'backup.made': { rows: number }
  'backup.make': None
  'backup.max': None
  'backup.mb': None
  'backup.next': { at: string; keep: number }
  'backup.no-backup': None
  'backup.no-delete': None
  'backup.no-load': None
  'backup.no-next': None
  'backup.no-upload': None
  'backup.none': None
  'backup.none-hint': None
  'backup.not-begun': None
  'backup.not-read': None
  'backup.not-restored': None
  'backup.now': None
  'backup.other-name': None
  'backup.other-release': None
  'backup.point': { name: string }
  'backup.reading': None
  'backup.release': None
  'backup.restore': None
  'backup.restore-ask': { name: string }
  'backup.restore-hint': { at: string }
  'backup.restore-name': { name: string }
  'backup.restored': None
  'backup.restoring': None
  'backup.roll-back': None
  'backup.schedule': None
  'backup.sending': { name: string }
  'backup.size': None
  'backup.state': None
  'backup.taken': None
  'backup.title': None
  'backup.too-large': { mb: number }
  'backup.type-name': None
  'backup.unchanged': None
  'backup.unknown': None
  'backup.unverified': None
  'backup.upload': None
  'backup.upload-hint': { size: string }
  'backup.uploaded': None
  'backup.verified': { at: string }
  'backup.verify': None
  'backup.verify-name': { name: string }
  'backup.was-restored': { at: string; name: string }
  'backup.webhooks': { names: string }
  'backup.what': None
  'backup.writing': None
  'band.accent': None
  'band.colour': None
  'band.contact': None
  'band.contact-hint': None
  'band.contrast': { ratio: string }
  'band.empty': None
  'band.footer': None
  'band.footer-hint': None
  'band.full-name': None
  'band.grace': None
  'band.grace-hint': None
  'band.grey': None
  'band.kick-label': None
  'band.kick-message': None
  'band.language': None
  'band.legal-hint': None
  'band.logo': None
  'band.logo-doctype': None
  'band.logo-event': None
  'band.logo-foreign': None
  'band.logo-hint': None
  'band.logo-no-svg': None
  'band.logo-outside': None
  'band.logo-script': None
  'band.low-contrast': { ratio: string }
  'band.many-lines': { max: number }
  'band.many-names': { max: number }
  'band.more': None
  'band.negative': None
  'band.nicknames': None
  'band.nicknames-hint': None
  'band.no-address': None
  'band.no-colour': None
  'band.no-json': None
  'band.no-slug': None
  'band.no-time': None
  'band.no-zone': None
  'band.optional': None
  'band.overlay': None
  'band.preview': None
  'band.privacy': None
  'band.propose-added': None
  'band.propose-footer': { band: string }
  'band.propose-next': None
  'band.propose-overlay': { band: string }
  'band.propose-start': None
  'band.propose-text': { band: string }
  'band.propose-title': None
  'band.remove-logo': None
  'band.short-hint': None
  'band.short-name': None
  'band.site': None
  'band.site-hint': None
  'band.site-url': None
  'band.slug': None
  'band.slug-hint': None
  'band.songwriter': None
  'band.starts': None
  'band.starts-hint': None
  'band.terms': None
  'band.texts': None
  'band.too-long': { max: number }
  'band.too-much': { max: number }
  'band.unknown': None
  'band.unreadable': None
  'band.upcoming': None
  'band.welcome-text': None
  'band.welcome-title': None
  'band.what': None
  'band.writer-hint': None
  'band.your-band': None
  'band.zone': None
  'band.zone-hint': None
  'board.above': None
  'board.above-none': None
  'board.above-table': None
  'board.above-wait': { shows: number }
  'board.above-words': { shows: number }
  'board.ahead': { name: string; points: number }
  'board.all-of': { name: string }
  'board.all-time': None
  'board.and-more': { count: number }
  'board.around': None
  'board.around-none': None
  'board.beaten': { beaten: number; players: number }
  'board.behind': { name: string; points: number }
  'board.best': { players: string }
  'board.best-show': None
  'board.boards': None
  'board.bronze': None
  'board.busy': None
  'board.by-show': None
  'board.by-tour': None
  'board.cancelled': None
  'board.choose-show': None
  'board.choose-tour': None
  'board.crown': None
  'board.every-night': None
  'board.everyone': None
  'board.fills': None
  'board.followed': None
  'board.global': None
  'board.how': None
  'board.how-chances': None
  'board.how-follow': None
  'board.how-hidden': None
  'board.how-methods': None
  'board.how-picks': None
  'board.how-scores': None
  'board.invite': None
  'board.its-secret': None
  'board.leaderboards': None
  'board.leaders': None
  'board.league': None
  'board.loading': None
  'board.machine': None
  'board.machine-words': None
  'board.method': { method: string }
  'board.more-failed': None
  'board.more-nights': None
  'board.nights': None
  'board.no-nights': None
  'board.no-nights-why': None
  'board.no-scores': None
  'board.no-shows': None
  'board.no-shows-why': None
  'board.no-tour-scores': None
  'board.no-tours': None
  'board.no-tours-why': None
  'board.nobody-picked': None
  'board.none-followed': None
  'board.odds': None
  'board.odds-about': None
  'board.of': { players: number }
  'board.one-show': None
  'board.pick-setlist': None
  'board.pick-show': None
  'board.pick-tour': None
  'board.player': None
  'board.podium': None
  'board.pts': None
  'board.rank': None
  'board.retry': None
  'board.secret': None
  'board.secret-why': None
  'board.see-shows': None
  'board.show-more': None
  'board.show-players': None
  'board.show-state': { date: string; phase: string }
  'board.shows': None
  'board.sign-up': None
  'board.silver': None
  'board.so-far': { points: number }
  'board.this-show': None
  'board.this-tour': None
  'board.title': None
  'board.total': None
  'board.unchased': None
  'board.vs-chance': None
  'board.what': None
  'board.what-around': None
  'board.what-board': None
  'board.what-nights': None
  'board.what-shows': None
  'board.what-tours': None
  'board.who': None
  'board.you-chance': None
  'board.you-follow': None
  'board.you-machine': None
  'board.your-name': None
  'board.your-place': None
  'confirm.checking': None
  'confirm.failed': None
  'confirm.link-sent': None
  'confirm.link-where': { email: string }
  'confirm.passkey': None
  'confirm.password': None
  'confirm.set-password': None
  'confirm.title': None
  'confirm.why': None
  'confirm.yes': None
  'editor.a-song': None
  'editor.add-it': None
  'editor.any-other': None
  'editor.as-of': { time: string }
  'editor.away-since': { time: string }
  'editor.began': None
  'editor.begin-ask': None
  'editor.begin-hint': { song: string }
  'editor.came-back': None
  'editor.cancelled': None
  'editor.compare': None
  'editor.conflict': { did: string; other: string; time: string }
  'editor.connection': None
  'editor.correct': { song: string }
  'editor.correct-hint': None
  'editor.did-encore': { name: string; who: string }
  'editor.did-over': { name: string; who: string }
  'editor.did-remove': { name: string; place: number; who: string }
  'editor.did-replace': { name: string; place: number; song: string; who: string }
  'editor.did-set': { name: string; who: string }
  'editor.did-song': { name: string; song: string; who: string }
  'editor.did-undo': { name: string; who: string }
  'editor.differs': None
  'editor.do-it': None
  'editor.drop-it': None
  'editor.due-gap': { gap: string }
  'editor.early-hint': None
  'editor.editing': { names: string }
  'editor.encore': None
  'editor.encore-open': None
  'editor.find': None
  'editor.gap': { gap: string }
  'editor.gone': { song: string }
  'editor.hold': None
  'editor.is-over': None
  'editor.it-was': { song: string }
  'editor.last-night': None
  'editor.last-show': None
  'editor.late': { did: string; time: string }
  'editor.leave-out': None
  'editor.likely': None
  'editor.no-songs': None
  'editor.not-saved': None
  'editor.not-sent': None
  'editor.not-taken': None
  'editor.not-yet': None
  'editor.nothing': None
  'editor.one-decides': None
  'editor.ours': None
  'editor.out': { song: string }
  'editor.over': None
  'editor.over-ask': None
  'editor.over-count': { count: number; song: string }
  'editor.over-hint': { song: string }
  'editor.over-yes': None
  'editor.picked-by': { share: number }
  'editor.played': None
  'editor.plays': { plays: string }
  'editor.refused': { did: string }
  'editor.remove-it': None
  'editor.replace': { song: string }
  'editor.right-song': None
  'editor.scored': None
  'editor.set-ended': None
  'editor.set-ours': { set: string }
  'editor.set-over': { set: string }
  'editor.set-theirs': { set: string }
  'editor.show-page': None
  'editor.song-differs': None
  'editor.source-in': None
  'editor.still-play': None
  'editor.take-source': None
  'editor.taken-back': None
  'editor.taking': None
  'editor.tap-next': None
  'editor.theirs': None
  'editor.title': None
  'editor.title-of': { venue: string }
  'editor.to-setlist': None
  'editor.too-early': { time: string }
  'editor.try-again': None
  'editor.unchanged': None
  'editor.undo': None
  'editor.undo-last': None
  'editor.undo-takes': None
  'editor.unsent': { count: number }
  'editor.waits': { song: string }
  'editor.what': None
  'editor.which': None
  'editor.you': None
  'error.address-taken': None
  'error.backup-busy': None
  'error.backup-unfit': None
  'error.bad-address': None
  'error.bad-token': None
  'error.cancelled': None
  'error.credentials': None
  'error.decided': None
  'error.demo-only': None
  'error.disk-full': None
  'error.excluded': None
  'error.first-password': None
  'error.fixed-setting': None
  'error.fixed-signups': None
  'error.foreign': None
  'error.internal': None
  'error.invalid': None
  'error.invite-only': None
  'error.issuer-away': None
  'error.issuer-mail': None
  'error.issuer-no': None
  'error.key-reads': None
  'error.large-picture': { mb: number; megapixels: number }
  'error.last-admin': None
  'error.league-full': None
  'error.link-gone': None
  'error.link-needed': None
  'error.log-in': None
  'error.malformed': None
  'error.many-followed': None
  'error.many-keys': None
  'error.many-leagues': None
  'error.many-passkeys': None
  'error.many-songs': None
  'error.many-tries': None
  'error.merge-cycle': None
  'error.misdirected': None
  'error.name-needed': None
  'error.no-account': None
  'error.no-backup': None
  'error.no-dead-job': None
  'error.no-delivery': None
  'error.no-invitation': None
  'error.no-key': None
  'error.no-league': None
  'error.no-passkey': None
  'error.no-picks': None
  'error.no-picture': None
  'error.no-prediction': None
  'error.no-proof': None
  'error.no-proposal': None
  'error.no-rename': None
  'error.no-run': None
  'error.no-session': None
  'error.no-setlist': None
  'error.no-share': None
  'error.no-show': None
  'error.no-song': None
  'error.no-tour': None
  'error.no-user': None
  'error.no-webhook': None
  'error.not-a-backup': None
  'error.not-allowed': None
  'error.not-begun': None
  'error.not-here': None
  'error.not-over': None
  'error.not-scored': None
  'error.nothing-here': None
  'error.of-run': { message: string }
  'error.passkey': None
  'error.password-again': None
  'error.picks-closed': None
  'error.picks-open': None
  'error.report-self': None
  'error.restore-league': None
  'error.retires-many': None
  'error.rights-rest': None
  'error.run-not-failed': None
  'error.setlist-begun': None
  'error.settled': None
  'error.share-gone': None
  'error.show-past': None
  'error.show-scored': None
  'error.show-unscored': None
  'error.signups-closed': None
  'error.slow-upload': None
  'error.songs-unlisted': { songs: string }
  'error.source-broken': None
  'error.source-cancel': None
  'error.source-failed': None
  'error.stale': None
  'error.superseded': None
  'error.suspend-self': None
  'error.suspended': None
  'error.suspended-why': { reason: string }
  'error.tap-encore': None
  'error.tap-no-song': None
  'error.tap-no-songs': None
  'error.tap-no-undo': None
  'error.test-mode-off': None
  'error.token-expired': None
  'error.token-used': None
  'error.too-large': None
  'error.tour-not-over': None
  'error.unavailable': None
  'error.unknown-key': None
  'error.unlisted': None
  'error.unverified': None
  'error.user-gone': None
  'error.wrong-code': None
  'error.wrong-password': None
  'error.wrong-setup': None
  'error.wrong-type': None
  'feed.about': None
  'feed.all-shows': { product: string }
  'feed.by-hand': { lowered: number; raised: number }
  'feed.by-songs': { lowered: number; raised: number }
  'feed.by-source': { lowered: number; raised: number }
  'feed.closes': { time: string }
  'feed.closes-in': { hours: number; venue: string }
  'feed.corrected': { show: string }
  'feed.final': { show: string }
  'feed.locked': { show: string }
  'feed.locked-at': { predictions: number; time: string }
  'feed.no-points': None
  'feed.player': None
  'feed.players': { players: number }
  'feed.points': None
  'feed.predictions': { predictions: number }
  'feed.proved': { show: string }
  'feed.root': { root: string }
  'feed.whole-board': None
  'field.blocked-word': { max: number; min: number }
  'field.board-place': None
  'field.breached': None
  'field.by-hand': None
  'field.code': None
  'field.day': None
  'field.decision': None
  'field.description': { max: string }
  'field.email': None
  'field.entry': None
  'field.https': None
  'field.https-only': None
  'field.is-you': None
  'field.language': None
  'field.league-held': None
  'field.league-link': None
  'field.league-long': { max: number }
  'field.league-marks': None
  'field.league-short': { min: number }
  'field.league-signs': None
  'field.mismatch': None
  'field.name': { max: number }
  'field.name-blocked': None
  'field.name-held': None
  'field.name-link': None
  'field.name-long': { max: number }
  'field.name-marks': None
  'field.name-short': { min: number }
  'field.name-signs': None
  'field.no-host': None
  'field.no-key': None
  'field.no-password': None
  'field.no-song': { song: string }
  'field.no-songs': None
  'field.no-tour': None
  'field.not-public': None
  'field.notes': { max: string }
  'field.notice': { max: number; min: number }
  'field.one-file': None
  'field.other-tap': None
  'field.password-long': { max: number }
  'field.password-name': None
  'field.password-short': { min: number }
  'field.past-lock': None
  'field.place': { max: number }
  'field.reason': { max: number; min: number }
  'field.report-note': { max: number }
  'field.same-address': None
  'field.search': None
  'field.set-label': { max: number }
  'field.set-unknown': { set: string }
  'field.song': { max: number }
  'field.time-zone': None
  'field.too-common': None
  'field.tour-end': None
  'field.unlisted': { song: string }
  'field.venue': { max: number }
  'field.webhook-kinds': None
  'head.about-chance': None
  'head.about-home': None
  'head.about-league': { band: string; members: number }
  'head.about-machine': None
  'head.about-player': { rank: number; shows: number; total: number }
  'head.about-practice': None
  'head.about-proof': None
  'head.about-replay': None
  'head.about-tour': { first: string; last: string }
  'head.all-shows': None
  'head.board': { board: string }
  'head.cancelled': None
  'head.chance': None
  'head.ended': None
  'head.final': None
  'head.join': { league: string }
  'head.leaderboard': None
  'head.live': None
  'head.locked': None
  'head.machine': None
  'head.no-score': None
  'head.not-played': None
  'head.open': None
  'head.place': { name: string; points: number; rank: string }
  'head.played': { plays: number }
  'head.played-last': { last: string; plays: number }
  'head.players': { count: number }
  'head.practice': None
  'head.practice-of': { show: string }
  'head.proof': { show: string }
  'head.replay': { show: string }
  'head.season': { tour: string }
  'head.share': { name: string; result: string }
  'head.share-picked': { name: string }
  'head.unknown': None
  'home.add': { song: string }
  'home.all-in': { count: number }
  'home.all-plays': { song: string }
  'home.another': None
  'home.any-minute': None
  'home.at-venue': None
  'home.best-yet': None
  'home.breakdown': None
  'home.call-it': { b: TagValue; more: TagValue }
  'home.called': { b: TagValue; how: string }
  'home.carousel': None
  'home.chances-by': { age: string; link: TagValue; method: string }
  'home.check-net': None
  'home.close-in': None
  'home.closed': None
  'home.closes-in': { left: string }
  'home.dark': None
  'home.e': None
  'home.edit-picks': None
  'home.error': None
  'home.fans-in': { count: number }
  'home.gap': None
  'home.gap-usual': { gap: string; usual: string }
  'home.guess-old': { date: string; venue: string }
  'home.im-in': None
  'home.in-left': { left: string }
  'home.job': { role: string }
  'home.kept': { b: TagValue; name: string; role: string }
  'home.last-night': None
  'home.last-played': None
  'home.league-at': { members: number; rank: string }
  'home.league-down': { members: number; rank: string }
  'home.league-in': { members: number; picked: number }
  'home.league-table': None
  'home.league-up': { members: number; rank: string }
  'home.league-you-in': { members: number; picked: number }
  'home.lights': None
  'home.loading': None
  'home.log-in': None
  'home.login-needed': None
  'home.login-why': None
  'home.lost-net': None
  'home.mark-set': None
  'home.mark-song': None
  'home.mark-special': None
  'home.morning-after': None
  'home.new-dates': None
  'home.next': { what: string }
  'home.next-show': None
  'home.no-match': { search: string }
  'home.no-play': None
  'home.no-recent': None
  'home.no-songs': None
  'home.no-upcoming': None
  'home.not-now': None
  'home.not-opened': None
  'home.not-picked': None
  'home.notes': None
  'home.now-build': { date: string }
  'home.odds-from': { date: string }
  'home.of': { all: number; part: number }
  'home.of-all': { all: number }
  'home.of-shows': { plays: number; shows: number }
  'home.on-card': None
  'home.on-now': None
  'home.only-of': { all: number; b: TagValue; players: number; song: string }
  'home.open-show': None
  'home.pick-setlist': None
  'home.picks-in': None
  'home.play-along': None
  'home.play-this': None
  'home.plays': { count: number }
  'home.podium': None
  'home.points': { count: number }
  'home.points-so-far': { count: number }
  'home.practice': None
  'home.previous': { what: string }
  'home.rank-of': { players: number; rank: number }
  'home.recent': None
  'home.reset': None
  'home.reset-ask': None
  'home.reset-confirm': None
  'home.reset-failed': None
  'home.reset-what': { date: string }
  'home.resetting': None
  'home.s1': None
  'home.s2': None
  'home.sat-out': None
  'home.see-all-picks': None
  'home.see-show': None
  'home.selected': None
  'home.setlist': None
  'home.setlist-error': None
  'home.setlist-failed': None
  'home.setlist-for': { date: string }
  'home.setlist-loads': None
  'home.shows': None
  'home.sign-up': None
  'home.slide': None
  'home.somebody': None
  'home.song-last': { place: string }
  'home.song-list': None
  'home.song-now': { place: string }
  'home.songs': None
  'home.songs-failed': None
  'home.songs-load': None
  'home.suggestions': None
  'home.swap': None
  'home.the-recent': None
  'home.the-shows': None
  'home.this-tour': None
  'home.tonight': None
  'home.top-openers': None
  'home.try-last': None
  'home.try-note': None
  'home.try-past': None
  'home.upcoming': None
  'home.usual-place': None
  'home.view-board': None
  'home.view-setlist': None
  'home.was-reset': None
  'home.welcome': None
  'home.welcome-text': None
  'home.who-leads': None
  'home.who-opens': None
  'home.why': None
  'home.won': None
  'home.won-with': { name: string; players: number; total: number }
  'home.you': None
  'image.a-fan': None
  'image.a-league': None
  'image.ahead': { points: number }
  'image.all-shows': None
  'image.behind': { points: number }
  'image.best-night': None
  'image.board': None
  'image.boldest': None
  'image.cancelled': None
  'image.encore': None
  'image.ended': None
  'image.final': None
  'image.gap': { count: number }
  'image.improved': None
  'image.improved-by': { after: number; before: number }
  'image.invitation': None
  'image.invited': None
  'image.join': None
  'image.level': None
  'image.live': None
  'image.locked': None
  'image.members': { count: number }
  'image.of': { players: number }
  'image.open': None
  'image.picked': None
  'image.players': { count: number }
  'image.players-more': { count: number }
  'image.points': { count: number }
  'image.points-so-far': { count: number }
  'image.rank': { rank: number }
  'image.season': None
  'image.season-counts': { players: number; shows: number }
  'image.set1': None
  'image.set2': None
  'image.songs': { count: number }
  'inbox.a-browser': None
  'inbox.about': None
  'inbox.about-quiet': None
  'inbox.added': { added: string }
  'inbox.all': None
  'inbox.blocked': None
  'inbox.by-mail': None
  'inbox.by-push': None
  'inbox.cancelled': None
  'inbox.checking': None
  'inbox.choices': None
  'inbox.chrome': None
  'inbox.corrected': None
  'inbox.dead-link': None
  'inbox.devices': { count: number }
  'inbox.earlier': None
  'inbox.final': None
  'inbox.first-song': None
  'inbox.home-screen': None
  'inbox.important': None
  'inbox.last-night': None
  'inbox.led': None
  'inbox.mails': { label: string }
  'inbox.more': None
  'inbox.more-failed': None
  'inbox.my-shows': None
  'inbox.never-quiet': None
  'inbox.new': None
  'inbox.new-time': None
  'inbox.no-devices': None
  'inbox.no-kind': None
  'inbox.no-mails': { label: string }
  'inbox.no-pushes': None
  'inbox.none': None
  'inbox.not-changed': None
  'inbox.not-checked': None
  'inbox.not-removed': None
  'inbox.not-saved': None
  'inbox.on-page': None
  'inbox.push-here': None
  'inbox.pushes-off': None
  'inbox.pushes-on': None
  'inbox.quiet-from': None
  'inbox.quiet-hours': None
  'inbox.quiet-until': None
  'inbox.reminder': None
  'inbox.remove': None
  'inbox.remove-named': { added: string; name: string }
  'inbox.reopened': None
  'inbox.s-changes': None
  'inbox.s-correction': None
  'inbox.s-final': None
  'inbox.s-lead': None
  'inbox.s-leagues': None
  'inbox.s-notices': None
  'inbox.s-reminder': None
  'inbox.settings': None
  'inbox.still-on': None
  'inbox.stop': None
  'inbox.the-rest': None
  'inbox.the-settings': None
  'inbox.this-device': { browser: string }
  'inbox.title': None
  'inbox.to-shows': None
  'inbox.today': None
  'inbox.tonight': None
  'inbox.unread': { shown: string }
  'inbox.unsubscribe': None
  'inbox.what': None
  'inbox.with-pushes': None
  'inbox.yesterday': None
  'inbox.zone': None
  'inbox.zone-first': None
  'inbox.zone-unknown': None
  'invite.changed': { mode: string }
  'invite.changing': None
  'invite.closed': None
  'invite.copy': None
  'invite.delete': None
  'invite.deleted': None
  'invite.fixed': None
  'invite.invited': None
  'invite.invited-hint': None
  'invite.is-closed': None
  'invite.link-hint': None
  'invite.made': None
  'invite.make': None
  'invite.needed': None
  'invite.no-link': None
  'invite.not-changed': None
  'invite.not-used': None
  'invite.open': None
  'invite.renew': None
  'invite.rest': { who: string }
  'invite.rest-soon': { at: string }
  'invite.rest-why': None
  'invite.to-passkeys': None
  'invite.use-passkey': None
  'invite.using': None
  'invite.what-link': None
  'invite.who': None
  'issuer.accounts': None
  'issuer.failed': None
  'issuer.go-on': { label: string }
  'issuer.hello': { name: string }
  'issuer.in-app': { label: string }
  'issuer.kept': None
  'issuer.none': None
  'issuer.remove': None
  'issuer.remove-name': { label: string }
  'issuer.removed': None
  'issuer.rename': None
  'issuer.since': { time: string }
  'issuer.used': { time: string }
  'issuer.what': None
  'issuer.your-accounts': None
  'league.a-member': None
  'league.all-members': { count: number }
  'league.all-shows': None
  'league.all-tours': None
  'league.alone': None
  'league.applause': None
  'league.are-in': { members: number; picked: number }
  'league.as-it-stands': None
  'league.ask-co-owner': { name: string }
  'league.ask-member': { name: string }
  'league.ask-owner': { name: string }
  'league.ask-remove': { name: string }
  'league.back': None
  'league.caption': None
  'league.change-of': { name: string }
  'league.change-picks': None
  'league.code-hint': None
  'league.copy': None
  'league.copy-code': None
  'league.copy-link': None
  'league.count': { count: number }
  'league.count-all': None
  'league.count-joining': None
  'league.counting': None
  'league.delete': None
  'league.delete-ask': { name: string }
  'league.delete-fail': None
  'league.delete-it': None
  'league.delete-why': None
  'league.deleted': None
  'league.deleted-list': None
  'league.deleting': None
  'league.dialog': None
  'league.drop': None
  'league.drop-hint': None
  'league.drop-none': None
  'league.edit': None
  'league.fallback': None
  'league.fire': None
  'league.found': { b: TagValue; members: number; name: string }
  'league.from-joining': None
  'league.gone-in': { left: string }
  'league.got-code': None
  'league.heart': None
  'league.here': { more: number; names: string }
  'league.home': None
  'league.in': None
  'league.invitation': None
  'league.invite': None
  'league.invite-fail': None
  'league.invite-load': None
  'league.invite-title': None
  'league.invited': None
  'league.is-deleted': None
  'league.join': None
  'league.joining': None
  'league.laughter': None
  'league.leave': None
  'league.leave-ask': { name: string }
  'league.leave-fail': None
  'league.leave-last': None
  'league.leave-owner': None
  'league.leave-why': None
  'league.leaving': None
  'league.left': None
  'league.make-picks': None
  'league.malformed': None
  'league.meaning': None
  'league.members': None
  'league.mine': None
  'league.moment': None
  'league.more': { count: number }
  'league.name': None
  'league.new': None
  'league.next': { date: string; venue: string }
  'league.no-change': None
  'league.no-code': None
  'league.no-picks': None
  'league.no-worst': { count: number }
  'league.none-counted': None
  'league.none-picked': None
  'league.old-ended': None
  'league.only-members': None
  'league.open': None
  'league.or-code': None
  'league.play': None
  'league.play-with': { name: string }
  'league.play-words': None
  'league.presence': None
  'league.presence-why': None
  'league.react-fail': None
  'league.reactions': None
  'league.remove': None
  'league.renew': None
  'league.renew-ask': None
  'league.renew-both': None
  'league.renew-fail': None
  'league.renew-why': None
  'league.renewed': None
  'league.renewing': None
  'league.role': { role: string }
  'league.save': None
  'league.save-fail': None
  'league.saved': None
  'league.saving': None
  'league.settings': None
  'league.share-link': None
  'league.shows': None
  'league.shows-field': None
  'league.sign-up-first': None
  'league.start': None
  'league.start-it': None
  'league.table': None
  'league.table-load': None
  'league.table-shows': None
  'league.tears': None
  'league.title': None
  'league.to-co-owner': None
  'league.to-member': None
  'league.to-owner': None
  'league.tonight': None
  'league.unchanged': None
  'league.undo': None
  'league.undo-day': None
  'league.undo-fail': None
  'league.undo-of': { name: string }
  'league.unknown': None
  'league.week-counts': None
  'league.week-of': { date: string }
  'league.went-down': { rank: number }
  'league.went-up': { rank: number }
  'league.what': None
  'league.what-invite': None
  'league.what-mine': None
  'league.who-plays': None
  'league.why-co-owner': None
  'league.why-member': None
  'league.why-owner': None
  'league.why-remove': None
  'league.wow': None
  'legal.account': None
  'legal.account-text': None
  'legal.agree': { privacy: TagValue; terms: TagValue }
  'legal.write-to': None
  'legal.cookies': None
  'legal.cookies-text': None
  'legal.end': None
  'legal.end-text': None
  'legal.fair': None
  'legal.fair-text': None
  'legal.game': None
  'legal.game-text': None
  'legal.head-privacy': None
  'legal.head-terms': None
  'legal.mail': None
  'legal.mail-text': None
  'legal.play': None
  'legal.play-text': None
  'legal.privacy': None
  'legal.promise': None
  'legal.promise-text': None
  'legal.short': None
  'legal.short-text': None
  'legal.terms': None
  'legal.the-texts': None
  'legal.time': None
  'legal.time-text': None
  'legal.title-privacy': None
  'legal.title-terms': None
  'legal.who': None
  'legal.who-text': None
  'legal.words': None
  'legal.words-text': None
  'legal.you': None
  'legal.you-text': None
  'legal.yours': None
  'legal.yours-text': None
  'link.again': None
  'link.ask': None
  'link.code': None
  'link.code-about': None
  'link.elsewhere': None
  'link.enter': None
  'link.here': None
  'link.here-about': None
  'link.make': None
  'link.new': None
  'link.on-another': None
  'link.or': None
  'link.other-address': None
  'link.own-screen': None
  'link.picks-seen': None
  'link.sent': None
  'link.title': None
  'link.unsent': None
  'link.what': None
  'link.works': { minutes: number }
  'live.again': None
  'live.all': { count: number }
  'live.all-songs': { count: number }
  'live.all-zero': None
  'live.as-closer': { points: number; set: string }
  'live.band-not-on': None
  'live.behind': { gap: number; name: string }
  'live.behind-rank': { gap: number; players: number; rank: number }
  'live.best': None
  'live.best-call': None
  'live.best-median': { best: number; median: number }
  'live.board': None
  'live.break': None
  'live.bust-out': { b: TagValue; gap: number }
  'live.call-facts': { last: string; picked: string; position: number; set: string; song: string }
  'live.called-of': { called: number; songs: number }
  'live.came-in': { set: string }
  'live.can-bring': { points: number }
  'live.can-call': None
  'live.can-call-how': None
  'live.cancelled': None
  'live.card': None
  'live.closed-with': { set: string; song: string }
  'live.confirmed': None
  'live.ended': None
  'live.enough': { ways: string }
  'live.final': None
  'live.first-time': None
  'live.full': { set: string }
  'live.here-now': { count: number }
  'live.hit-closer': None
  'live.hit-encore': None
  'live.hit-final': None
  'live.hit-opener': None
  'live.hit-slot': { slot: number }
  'live.in-encore': None
  'live.in-encore-at': { position: number }
  'live.join': None
  'live.just-begun': None
  'live.key-most': None
  'live.key-open': None
  'live.last-played': { gap: number }
  'live.league': None
  'live.league-empty': None
  'live.league-loads': None
  'live.league-night': None
  'live.league-page': None
  'live.league-why': None
  'live.live': None
  'live.locked': None
  'live.locked-wait': None
  'live.log-in': None
  'live.minutes-in': { minutes: number }
  'live.more-holders': { count: number }
  'live.newest-first': None
  'live.next-card': None
  'live.next-set': { set: string }
  'live.next-with': { points: number }
  'live.no-card': None
  'live.no-card-over': None
  'live.no-pick': None
  'live.no-points': None
  'live.no-way': None
  'live.nobody-ahead': None
  'live.nobody-picked': None
  'live.nobody-played': None
  'live.not-anybodys': None
  'live.not-picked': None
  'live.now-at': { place: string }
  'live.on-now': None
  'live.only-picks': None
  'live.open': None
  'live.or': { first: string; second: string }
  'live.other-set': None
  'live.over-wait': None
  'live.over-with': { points: number }
  'live.own-points': { players: number; points: number; rank: number }
  'live.parts': None
  'live.pick-next': None
  'live.picked': { share: string }
  'live.picked-exact': { exact: number; share: string }
  'live.picks-in': { picks: number }
  'live.place': { position: number; set: string }
  'live.play-along': None
  'live.played': { sets: number; songs: number }
  'live.played-encore': { sets: number; songs: number }
  'live.points': { points: number }
  'live.possible': { more: number; strong: TagValue }
  'live.provisional': None
  'live.replay': None
  'live.right-set': None
  'live.right-set-at': { position: number }
  'live.say-break': None
  'live.say-bust-out': { gap: number }
  'live.say-called': { points: number; total: number }
  'live.say-final': None
  'live.say-full': { set: string }
  'live.say-lead': None
  'live.say-now': { place: string; song: string }
  'live.say-over': None
  'live.say-points': { points: number }
  'live.share-key': None
  'live.show': None
  'live.show-loads': None
  'live.sign-up': None
  'live.so-far': { count: number }
  'live.song-now': { points: number; song: number }
  'live.songs': None
  'live.songs-appear': None
  'live.songs-so-far': { songs: number }
  'live.start-league': None
  'live.surprise': None
  'live.tab-board': None
  'live.that-was-it': None
  'live.the-league': None
  'live.to-come': None
  'live.to-come-with': { points: number }
  'live.waits-final': None
  'live.way-end': { gain: number; set: string }
  'live.way-song': { gain: number; song: string }
  'live.what-it-takes': None
  'live.with-friends': None
  'live.you-called': { how: string; strong: TagValue }
  'live.you-came': { rank: number }
  'live.you-lead': None
  'live.you-won': None
  'mail.backup': { file: string }
  'mail.backup-again': None
  'mail.backup-failed': { product: string }
  'mail.backup-look': None
  'mail.backup-once': None
  'mail.changed': { product: string }
  'mail.changed-subject': { product: string }
  'mail.changed-you': None
  'mail.clock-of': { city: string }
  'mail.clock-venue': None
  'mail.closing-on': { day: string; time: string; venue: string }
  'mail.closing-today': { time: string; venue: string }
  'mail.confirm': None
  'mail.confirm-go': { venue: string }
  'mail.confirm-once': None
  'mail.confirm-subject': { product: string }
  'mail.device': None
  'mail.device-both': { browser: string; system: string }
  'mail.device-look': None
  'mail.device-none': None
  'mail.device-subject': { product: string }
  'mail.forgot': { link: string }
  'mail.hi': { name: string }
  'mail.hi-nobody': None
  'mail.invite': { band: string; ending: string }
  'mail.key': None
  'mail.key-look': None
  'mail.key-subject': { product: string }
  'mail.known': { product: string }
  'mail.known-not-you': None
  'mail.known-subject': { product: string }
  'mail.known-you': None
  'mail.link': { product: string }
  'mail.link-not-you': None
  'mail.link-once': { minutes: number }
  'mail.link-open': None
  'mail.link-subject': { product: string }
  'mail.log-in': None
  'mail.login': None
  'mail.login-look': None
  'mail.login-subject': { product: string }
  'mail.login-where': { device: string; time: string }
  'mail.move-confirm': None
  'mail.move-new': { product: string }
  'mail.move-not-you': None
  'mail.move-old': { email: string }
  'mail.move-subject': { product: string }
  'mail.moved': { email: string }
  'mail.moved-look': None
  'mail.moved-subject': { product: string }
  'mail.new-password': None
  'mail.not-passkey': { link: string }
  'mail.not-you': None
  'mail.open': { product: string }
  'mail.or-copy': None
  'mail.passkey': None
  'mail.passkey-gone': { product: string }
  'mail.passkey-look': None
  'mail.passkey-new': { product: string }
  'mail.passkey-went': None
  'mail.picks-on': { clock: string; day: string; time: string; venue: string }
  'mail.picks-today': { clock: string; time: string; venue: string }
  'mail.reset': { product: string }
  'mail.reset-not-you': None
  'mail.reset-once': None
  'mail.reset-subject': { product: string }
  'mail.root': { cards: number; show: string }
  'mail.root-keep': None
  'mail.root-look': None
  'mail.root-subject': { show: string }
  'mail.susp-means': None
  'mail.susp-subject': { product: string }
  'mail.suspended': { reason: string }
  'mail.take-a-look': None
  'mail.test': None
  'mail.test-subject': { product: string }
  'mail.unsubscribe': { label: string; link: string }
  'mail.was-not-you': { link: string }
  'mail.was-you': None
  'mailset.accepted': None
  'mailset.broken': { kind: string }
  'mailset.broken-do': { kind: string }
  'mailset.cert': { problem: string }
  'mailset.cert-do': { problem: string }
  'mailset.cert-facts': { from: string; issuer: string; names: string; until: string }
  'mailset.client': { client: string; proxies: number }
  'mailset.contact': None
  'mailset.contact-hint': None
  'mailset.cookie': { kind: string }
  'mailset.distrusted': None
  'mailset.elsewhere': { here: string; origin: string }
  'mailset.embed': None
  'mailset.embed-hint': None
  'mailset.encrypted': None
  'mailset.encryption': None
  'mailset.engines': None
  'mailset.engines-hint': None
  'mailset.files': None
  'mailset.from': None
  'mailset.here': { origin: string }
  'mailset.hidden': None
  'mailset.host': None
  'mailset.hsts': None
  'mailset.hsts-hint': None
  'mailset.local': None
  'mailset.look': None
  'mailset.mails': None
  'mailset.more': None
  'mailset.nginx': None
  'mailset.no-client': None
  'mailset.no-https': None
  'mailset.no-server': None
  'mailset.not-tested': None
  'mailset.not-tried': None
  'mailset.offered': None
  'mailset.other-host': { here: string; host: string }
  'mailset.password': None
  'mailset.plain': None
  'mailset.port': None
  'mailset.proxies': { proxies: number }
  'mailset.pushes': None
  'mailset.readable': None
  'mailset.refused': { step: string }
  'mailset.refused-do': { step: string }
  'mailset.reply-hint': None
  'mailset.reply-to': None
  'mailset.server': None
  'mailset.silent': { seconds: number }
  'mailset.silent-do': { step: string }
  'mailset.socket': { socket: string }
  'mailset.starttls': None
  'mailset.take': { value: string }
  'mailset.test': None
  'mailset.test-to': None
  'mailset.testing': None
  'mailset.tls': None
  'mailset.to-hint': None
  'mailset.trust': None
  'mailset.trust-hint': None
  'mailset.try': None
  'mailset.trying': None
  'mailset.url': None
  'mailset.url-hint': None
  'mailset.user': None
  'mailset.user-hint': None
  'mailset.words': None
  'mine.average': None
  'mine.being-computed': None
  'mine.best-calls': None
  'mine.best-show': { points: number }
  'mine.busy': None
  'mine.by-show': None
  'mine.cancelled': None
  'mine.closes-in': { time: string }
  'mine.computing': None
  'mine.count-of': { all: number; count: number }
  'mine.edit': None
  'mine.failed': None
  'mine.from-shows': { count: number }
  'mine.line-begins': None
  'mine.loading': None
  'mine.log-in': None
  'mine.log-in-first': None
  'mine.newest-first': None
  'mine.no-date': None
  'mine.no-location': None
  'mine.no-score': None
  'mine.no-tours': None
  'mine.no-tours-why': None
  'mine.no-venue': None
  'mine.none': None
  'mine.none-on-tour': None
  'mine.none-played': None
  'mine.none-why': None
  'mine.of-players': { players: number }
  'mine.once-closed': None
  'mine.only-you': None
  'mine.picked-on': { date: string }
  'mine.points': { points: number }
  'mine.points-each': None
  'mine.practice': None
  'mine.pts': None
  'mine.rank-line': None
  'mine.rank-night': { players: number; rank: number }
  'mine.rank-of': { players: number; rank: number }
  'mine.rank-point': { date: string; players: number; rank: string; venue: string }
  'mine.ranking': None
  'mine.score': None
  'mine.score-is': None
  'mine.scorecard': None
  'mine.see-score': None
  'mine.see-shows': None
  'mine.show-more': { count: number }
  'mine.show-points': { date: string; points: number; venue: string }
  'mine.songs': { count: number }
  'mine.tab-history': None
  'mine.tab-picks': None
  'mine.tab-scorecard': None
  'mine.title': None
  'mine.top-10': None
  'mine.top-3': None
  'mine.total': None
  'mine.tour-leader': None
  'mine.tours': None
  'mine.unranked': None
  'mine.unscored': None
  'mine.view': None
  'mine.waiting': None
  'mine.what-history': None
  'mine.what-score': None
  'mine.what-tours': None
  'mine.you-and': { count: number }
  'mydata.address': None
  'mydata.download': None
  'mydata.failed': None
  'mydata.failed-why': None
  'mydata.files': None
  'mydata.leagues': None
  'mydata.left-out': None
  'mydata.name': None
  'mydata.none': None
  'mydata.picks': None
  'mydata.points': None
  'mydata.profile': None
  'mydata.rows': { rows: number }
  'mydata.show': None
  'mydata.since': None
  'mydata.songs': None
  'mydata.title': { product: string }
  'mydata.what': None
  'mydata.yours': None
  'mydata.yours-text': None
  'notice.a-show': None
  'notice.and': { first: string; second: string }
  'notice.cancelled': None
  'notice.close-at': { time: string }
  'notice.corrected': { points: number; sign: string }
  'notice.counts-as': { main: string; song: string }
  'notice.deleted': None
  'notice.final': { players: string; points: number; rank: string }
  'notice.from-admins': None
  'notice.k-cancelled': None
  'notice.k-corrected': None
  'notice.k-final': None
  'notice.k-first': None
  'notice.k-lead': None
  'notice.k-league': None
  'notice.k-lock': None
  'notice.k-notice': None
  'notice.k-reminder': None
  'notice.k-reopened': None
  'notice.lead': { points: number }
  'notice.lock-moved': None
  'notice.moved': { places: string; song: string }
  'notice.no-picks': None
  'notice.not-played': { song: string }
  'notice.not-special': { set: string; song: string; special: string }
  'notice.now': { time: string }
  'notice.opened': { song: string }
  'notice.owner': None
  'notice.place': { players: string; rank: string }
  'notice.played-in': { places: string; song: string }
  'notice.played-too': { places: string; song: string }
  'notice.points': { points: number }
  'notice.reopened': None
  'notice.restorable': None
  'notice.same-song': { song: string }
  'notice.slot': { set: string; slot: number }
  'notice.special': { set: string; song: string; special: string }
  'notice.text': { about: string; rest: string }
  'notice.text-short': { about: string }
  'notice.until': { reason: string; time: string }
  'notice.week': None
  'notice.won': { players: string; points: number; rank: string }
  'overlay.admin': None
  'overlay.disabled': None
  'overlay.headline': None
  'overlay.loading': None
  'overlay.log-in': None
  'overlay.lost': None
  'overlay.my-picks': None
  'overlay.no-picks': None
  'overlay.open-pages': None
  'overlay.picks-failed': None
  'overlay.picks-for': None
  'overlay.see-live': { venue: string }
  'overlay.show': { show: string }
  'overlay.standing': {
    place: number
    players: number
    points: number
    rank: TagValue
    small: TagValue
    total: TagValue
    unit: TagValue
  }
  'overlay.try-again': None
  'overlay.visitor': None
  'overlay.your-picks': None
  'passkey.about': None
  'passkey.add': None
  'passkey.added': None
  'passkey.adding': None
  'passkey.by-name': None
  'passkey.codes-about': None
  'passkey.codes-copy': None
  'passkey.codes-keep': None
  'passkey.codes-left': { count: number }
  'passkey.codes-make': None
  'passkey.codes-renew': None
  'passkey.declined': None
  'passkey.has-one': None
  'passkey.kept': None
  'passkey.made': { time: string }
  'passkey.name': None
  'passkey.name-hint': None
  'passkey.next-how': None
  'passkey.next-time': None
  'passkey.no-codes': None
  'passkey.not-added': None
  'passkey.not-now': None
  'passkey.open-local': { link: TagValue }
  'passkey.passkey': None
  'passkey.passkeys': None
  'passkey.remove': None
  'passkey.remove-ask': { name: string }
  'passkey.remove-last': None
  'passkey.remove-name': { name: string }
  'passkey.remove-what': None
  'passkey.removed': None
  'passkey.removing': None
  'passkey.unused': None
  'passkey.used': { time: string }
  'passkey.what': None
  'pick.add-songs': None
  'pick.again': None
  'pick.build': None
  'pick.choose-show': None
  'pick.clear': None
  'pick.clear-small': None
  'pick.cleared': None
  'pick.closed-yours': None
  'pick.closes-in': { left: string }
  'pick.day-before': None
  'pick.done': None
  'pick.drag-back': { song: string }
  'pick.drag-drop': { place: string; song: string }
  'pick.drag-help': None
  'pick.drag-out': { song: string }
  'pick.drag-over': { place: string; song: string }
  'pick.drag-start': { place: string; song: string }
  'pick.editing': None
  'pick.elsewhere': None
  'pick.elsewhere-what': None
  'pick.empty': None
  'pick.fill': { more: number }
  'pick.friends': None
  'pick.full': None
  'pick.full-hint': None
  'pick.in': None
  'pick.in-full': { place: string; song: string }
  'pick.in-next': { next: string; place: string; song: string }
  'pick.invitation': { b: TagValue; soft: TagValue }
  'pick.invite': None
  'pick.keep-these': None
  'pick.keep-trying': None
  'pick.kick-busy': None
  'pick.kick-done': None
  'pick.kick-error': None
  'pick.kick-failed': None
  'pick.left-out': None
  'pick.looking': None
  'pick.lost': None
  'pick.members': { count: number }
  'pick.move': { song: string }
  'pick.need-song': None
  'pick.next-here': None
  'pick.next-instead': { place: string; song: string }
  'pick.next-to': { place: string }
  'pick.no-show': None
  'pick.no-show-hint': None
  'pick.not-sent': None
  'pick.not-yet': None
  'pick.not-yet-why': None
  'pick.out-saved': { song: string; venue: string }
  'pick.out-taken': { other: string; song: string }
  'pick.out-unlisted': { song: string }
  'pick.own-league': None
  'pick.place': { set: string; size: number; slot: number }
  'pick.push': None
  'pick.push-failed': None
  'pick.push-what': None
  'pick.put-back': { song: string }
  'pick.queue-sent': None
  'pick.queue-stale': None
  'pick.remove': { song: string }
  'pick.removed': { song: string }
  'pick.replaced': { song: string }
  'pick.replaces': { song: string }
  'pick.replaces-it': None
  'pick.role': { role: string }
  'pick.save-error': None
  'pick.save-failed': None
  'pick.saved': None
  'pick.saved-at': { time: string }
  'pick.saved-loads': None
  'pick.saved-on': { time: string }
  'pick.saved-picks': None
  'pick.saving': None
  'pick.saving-now': None
  'pick.see-songs': None
  'pick.send': None
  'pick.set-count': { count: number; size: number }
  'pick.sets': None
  'pick.share': None
  'pick.share-alt': None
  'pick.share-picked': None
  'pick.sign-up-or': { login: TagValue; register: TagValue }
  'pick.slot': None
  'pick.some-in': { b: TagValue; count: number; more: number; slots: number }
  'pick.submit': None
  'pick.submit-setlist': None
  'pick.submit-short': { hidden: TagValue }
  'pick.take-saved': None
  'pick.tap-song': None
  'pick.tap-swap': None
  'pick.test': None
  'pick.test-done': None
  'pick.test-empty': None
  'pick.test-error': None
  'pick.test-failed': None
  'pick.test-points': { points: number }
  'pick.testing': None
  'pick.the-song': None
  'pick.these-picks': None
  'pick.too-late': { link: TagValue; time: string }
  'pick.try-again': None
  'pick.undo': None
  'pick.undo-replace': { before: string; song: string }
  'pick.unlisted': None
  'pick.unsaved': None
  'pick.unsent': None
  'pick.until': { time: string }
  'pick.updated': None
  'pick.venue-closes': { left: string; venue: string }
  'pick.waits': None
  'pick.want-play': None
  'pick.your-picks': None
  'player.all-shows': None
  'player.badges': None
  'player.best': None
  'player.best-show': None
  'player.best-shows': None
  'player.both': None
  'player.by-show': None
  'player.close': None
  'player.compare': None
  'player.compare-fail': None
  'player.compare-with': None
  'player.compared': None
  'player.count-of': { all: number; count: number }
  'player.count-shows': { count: number }
  'player.deleted': None
  'player.edit': None
  'player.follow': None
  'player.follow-about': None
  'player.follow-fail': { name: string }
  'player.followed': None
  'player.followed-now': { name: string }
  'player.gap': None
  'player.label': None
  'player.me': None
  'player.more-shows': None
  'player.no-badge': None
  'player.no-badge-why': None
  'player.no-score': None
  'player.no-score-why': None
  'player.no-shared': { name: string }
  'player.not-yet': None
  'player.of': { players: number }
  'player.of-shared': { count: number }
  'player.other-load': None
  'player.past': None
  'player.past-private': None
  'player.pick-setlist': None
  'player.points': None
  'player.private': { name: string }
  'player.pts': None
  'player.rank': None
  'player.rarest': None
  'player.rarest-none': None
  'player.record': None
  'player.record-by': None
  'player.see-board': None
  'player.see-show': None
  'player.shared-why': None
  'player.show': None
  'player.shows': None
  'player.shows-won': { count: number }
  'player.sum': { points: number; small: TagValue }
  'player.title': None
  'player.tour': None
  'player.unfollow': None
  'player.unknown': None
  'player.what': None
  'player.what-picks': None
  'player.what-players': None
  'player.what-shows': None
  'player.won': None
  'player.you': None
  'player.you-follow': None
  'player.you-found': None
  'proof.called-off': None
  'proof.cancelled': None
  'proof.changed': None
  'proof.comes': { time: string }
  'proof.download': None
  'proof.failed': None
  'proof.failed-why': None
  'proof.heading': None
  'proof.in-a-moment': None
  'proof.limits': None
  'proof.log-in': None
  'proof.mailed': None
  'proof.no-print': None
  'proof.nobody': None
  'proof.none': None
  'proof.nothing': None
  'proof.of-cards': { cards: number }
  'proof.one-print': None
  'proof.print': None
  'proof.prints': { command: string; script: string }
  'proof.still-open': None
  'proof.title': None
  'proof.title-of': { date: string; venue: string }
  'proof.too-early': None
  'proof.what': None
  'proof.what-loads': None
  'proof.working': None
  'proof.your-card': None
  'push.new': None
  'replay.all': { count: number }
  'replay.as-stood': None
  'replay.board': None
  'replay.brought': { cards: number; points: number }
  'replay.called': { points: number; total: number }
  'replay.computed': None
  'replay.count': { b: TagValue; count: number; place: number }
  'replay.failed': None
  'replay.final': None
  'replay.first': { count: number }
  'replay.kind': None
  'replay.last-song': None
  'replay.later': None
  'replay.loads': None
  'replay.next': None
  'replay.no-score': None
  'replay.no-songs': None
  'replay.nobody': None
  'replay.on-now': None
  'replay.pause': None
  'replay.play': None
  'replay.player': None
  'replay.players': { players: number }
  'replay.previous': None
  'replay.say': { place: string; song: string }
  'replay.setlist': None
  'replay.so-far': { songs: number }
  'replay.song': None
  'replay.song-of': { count: number; place: number; set: string; song: string }
  'replay.songs': { songs: number }
  'replay.title': None
  'replay.title-of': { date: string; venue: string }
  'replay.to-show': None
  'reply.changed': None
  'reply.confirmed': None
  'reply.deleted': None
  'reply.link-mailed': None
  'reply.link-sent': None
  'reply.logged-out': None
  'reply.notice-sent': None
  'reply.password': None
  'reply.picks-deleted': None
  'reply.registered': None
  'reply.reset-asked': None
  'reply.reset-done': None
  'reply.verified': None
  'score.actual': None
  'score.after': None
  'score.back': None
  'score.before': None
  'score.best-first': { count: number }
  'score.breakdown': None
  'score.called': { hits: number; played: number }
  'score.caption': None
  'score.close': None
  'score.closer': None
  'score.corrections': None
  'score.failed': None
  'score.happened': None
  'score.how': None
  'score.load-error': None
  'score.loading': None
  'score.no-actual': None
  'score.no-breakdown': None
  'score.no-notes': None
  'score.no-picks': None
  'score.none-picked': None
  'score.none-played': None
  'score.not-happened': None
  'score.notes': None
  'score.opening': None
  'score.option': { points: number; show: string }
  'score.pause': None
  'score.picks-failed': None
  'score.play': None
  'score.points': { count: number }
  'score.pts': None
  'score.region': None
  'score.replay': None
  'score.rule': { points: number; rule: string }
  'score.score': None
  'score.scoring': None
  'score.select': None
  'score.setlists': None
  'score.show': { show: string }
  'score.song': None
  'score.test': None
  'score.test-note': None
  'score.the-notes': None
  'score.to': None
  'score.top': { points: string }
  'score.unavailable': None
  'score.unexpected': None
  'score.view': None
  'score.yours': None
  'scoring.add': { noun: string }
  'scoring.add-hint': { noun: string }
  'scoring.add-it': { noun: string }
  'scoring.after-last': None
  'scoring.agrees': None
  'scoring.all-on-tour': None
  'scoring.are-closed': None
  'scoring.average': None
  'scoring.away': None
  'scoring.board-what': None
  'scoring.by-admin': None
  'scoring.by-source': None
  'scoring.called-off': None
  'scoring.cancel': None
  'scoring.cancel-ask': None
  'scoring.cancel-hint': None
  'scoring.cancel-yes': None
  'scoring.cancelled': None
  'scoring.cancelling': None
  'scoring.checks': None
  'scoring.city': None
  'scoring.clear-lock': None
  'scoring.clear-start': None
  'scoring.close-ask': None
  'scoring.close-hint': None
  'scoring.close-in': { left: string }
  'scoring.close-soon': None
  'scoring.close-yes': None
  'scoring.closed': None
  'scoring.closes': { time: string }
  'scoring.comes-from': { source: string }
  'scoring.compare': None
  'scoring.country': None
  'scoring.day': None
  'scoring.day-hint': None
  'scoring.description': None
  'scoring.differs': None
  'scoring.during': None
  'scoring.during-is': { overlay: string }
  'scoring.edit': { noun: string }
  'scoring.edited': None
  'scoring.excluded': None
  'scoring.fans': { count: number }
  'scoring.first-day': None
  'scoring.follow': None
  'scoring.follow-hint': { source: string }
  'scoring.from': { source: string }
  'scoring.hand-edited': None
  'scoring.hand-setlist': { revision: number }
  'scoring.heading': None
  'scoring.hint-closed': None
  'scoring.hint-live': None
  'scoring.import-fail': None
  'scoring.import-why': None
  'scoring.imported': None
  'scoring.is-error': None
  'scoring.is-rescoring': None
  'scoring.is-scored': None
  'scoring.is-scoring': None
  'scoring.is-tested': None
  'scoring.is-testing': None
  'scoring.last-day': None
  'scoring.last-read': { time: string }
  'scoring.last-song': { position: number; set: string; song: string }
  'scoring.leave-off': None
  'scoring.leave-on': None
  'scoring.leave-open': None
  'scoring.lift': None
  'scoring.lift-ask': None
  'scoring.lift-hint': None
  'scoring.lifting': None
  'scoring.lock-ask': None
  'scoring.lock-changed': None
  'scoring.lock-day': { day: string }
  'scoring.lock-early': None
  'scoring.lock-hint': None
  'scoring.lock-if': None
  'scoring.lock-kept': None
  'scoring.lock-label': None
  'scoring.lock-means': None
  'scoring.lock-now': None
  'scoring.lock-yes': None
  'scoring.locked': None
  'scoring.locking': None
  'scoring.made-by-hand': None
  'scoring.need-moment': None
  'scoring.need-time': None
  'scoring.next': None
  'scoring.night': None
  'scoring.no-coming': None
  'scoring.no-night': None
  'scoring.no-scores': None
  'scoring.no-setlist': None
  'scoring.no-shows': None
  'scoring.no-song': None
  'scoring.no-tour': None
  'scoring.no-tours': None
  'scoring.no-zone': { link: TagValue }
  'scoring.not-asked': None
  'scoring.not-locked': None
  'scoring.not-read': None
  'scoring.not-read-yet': None
  'scoring.not-reopened': None
  'scoring.not-restored': None
  'scoring.not-updated': None
  'scoring.open': None
  'scoring.out': None
  'scoring.outside': None
  'scoring.overlay-kept': None
  'scoring.overlay-off': None
  'scoring.page-closed': None
  'scoring.page-live': None
  'scoring.picks-close': None
  'scoring.picks-in': None
  'scoring.points': None
  'scoring.points-go': None
  'scoring.points-move': None
  'scoring.preview-fail': None
  'scoring.preview-why': None
  'scoring.processed': { count: string; errors: string }
  'scoring.public': None
  'scoring.rank': None
  'scoring.read': { time: string }
  'scoring.read-later': None
  'scoring.read-setlist': { revision: number }
  'scoring.reason': None
  'scoring.reason-hint': None
  'scoring.reason-maybe': None
  'scoring.reopen': None
  'scoring.reopen-hint': None
  'scoring.reopened': None
  'scoring.reopening': None
  'scoring.rescore': None
  'scoring.rescore-busy': None
  'scoring.rescore-fail': None
  'scoring.rescore-why': None
  'scoring.rescored': None
  'scoring.restore': None
  'scoring.restore-ask': None
  'scoring.restore-hint': None
  'scoring.restore-yes': None
  'scoring.restored': None
  'scoring.restoring': None
  'scoring.run-failed': { reason: string; run: string }
  'scoring.save-it': { noun: string }
  'scoring.saving': None
  'scoring.score': None
  'scoring.score-busy': None
  'scoring.score-fail': None
  'scoring.score-why': None
  'scoring.scored': None
  'scoring.set-lock': None
  'scoring.set-start': None
  'scoring.show-added': None
  'scoring.show-kept': None
  'scoring.show-saved': None
  'scoring.shows': None
  'scoring.shows-what': None
  'scoring.since': { time: string }
  'scoring.songs': None
  'scoring.start-kept': None
  'scoring.start-label': None
  'scoring.start-lock': None
  'scoring.start-set': None
  'scoring.state': None
  'scoring.stay-open': { before: string }
  'scoring.still-on': None
  'scoring.tab-board': None
  'scoring.tab-shows': None
  'scoring.test': None
  'scoring.test-busy': None
  'scoring.test-count': { count: string }
  'scoring.test-done': None
  'scoring.test-fail': None
  'scoring.test-why': None
  'scoring.the-score': None
  'scoring.time-zone': None
  'scoring.title': None
  'scoring.to-live': None
  'scoring.to-setlist': None
  'scoring.tonight': None
  'scoring.too-early': { day: string }
  'scoring.tour': None
  'scoring.tour-added': None
  'scoring.tour-kept': None
  'scoring.tour-name': None
  'scoring.tour-saved': None
  'scoring.tours': None
  'scoring.tours-what': None
  'scoring.unknown': None
  'scoring.unknown-time': None
  'scoring.update-why': None
  'scoring.updated': None
  'scoring.user': None
  'scoring.usual': None
  'scoring.vanished': None
  'scoring.venue': None
  'scoring.wait-show': None
  'scoring.wait-tonight': None
  'scoring.when-close': None
  'set.encore': None
  'set.encore-small': None
  'set.other': { set: string }
  'set.other-small': { set: string }
  'set.set1': None
  'set.set1-small': None
  'set.set2': None
  'set.set2-small': None
  'setlist.add-set': None
  'setlist.add-song': { set: string }
  'setlist.add-to': None
  'setlist.added': None
  'setlist.as-it-was': None
  'setlist.ask': None
  'setlist.ask-again': None
  'setlist.asking': None
  'setlist.at-most': { points: number }
  'setlist.at-source': { set: string }
  'setlist.back': None
  'setlist.changes': None
  'setlist.counting': None
  'setlist.differences': None
  'setlist.discard': None
  'setlist.down': { count: number; most: number }
  'setlist.dropping': None
  'setlist.edit-show': None
  'setlist.excluded': None
  'setlist.from-to': { from: string; to: string }
  'setlist.hand': { revision: number }
  'setlist.heading': None
  'setlist.importing': None
  'setlist.keep-mine': None
  'setlist.keep-stored': None
  'setlist.lost-songs': None
  'setlist.move-down': { song: string }
  'setlist.move-up': { song: string }
  'setlist.moved': None
  'setlist.no-show': None
  'setlist.none': None
  'setlist.not-asked': None
  'setlist.not-found': None
  'setlist.not-listed': None
  'setlist.not-saved': None
  'setlist.notes': None
  'setlist.nothing': None
  'setlist.old-preview': None
  'setlist.other-notes': None
  'setlist.outdated': { revision: number }
  'setlist.placeholder': { set: string }
  'setlist.preview': None
  'setlist.preview-when': None
  'setlist.read': { revision: number }
  'setlist.remove-set': { set: string }
  'setlist.remove-song': { song: string }
  'setlist.removed': None
  'setlist.rescore': None
  'setlist.same': None
  'setlist.save': None
  'setlist.saved': None
  'setlist.saving': None
  'setlist.score': None
  'setlist.see-changes': None
  'setlist.song-added': { set: string; song: string }
  'setlist.songs': { count: number }
  'setlist.source': None
  'setlist.source-notes': None
  'setlist.take': None
  'setlist.take-shorter': None
  'setlist.take-song': { set: string; song: string }
  'setlist.take-theirs': None
  'setlist.taken': None
  'setlist.taking': None
  'setlist.title': None
  'setlist.to-scoring': None
  'setlist.unchanged': None
  'setlist.unsaved': None
  'setlist.up': { count: number; most: number }
  'setlist.use': None
  'setlist.vanish-hint': None
  'setlist.vanished': None
  'setlist.what': None
  'setlist.would-change': { count: TagValue; moved: number; predictions: number }
  'setlist.would-score': { count: TagValue; moved: number; predictions: number }
  'setting.above': { max: string }
  'setting.accounts': None
  'setting.address': None
  'setting.again': None
  'setting.again-hint': None
  'setting.automatic': None
  'setting.backups': None
  'setting.band': None
  'setting.below': { min: string }
  'setting.beside': { group: string }
  'setting.breach': None
  'setting.breach-hint': None
  'setting.default': { value: string }
  'setting.demo-public': None
  'setting.env-file': None
  'setting.fixed': { name: string }
  'setting.intro': None
  'setting.is-page': None
  'setting.issuer': { which: string }
  'setting.issuers': None
  'setting.keep': None
  'setting.keep-of': { label: string }
  'setting.leagues': None
  'setting.limits': None
  'setting.limits-hint': None
  'setting.look-there': None
  'setting.mail': None
  'setting.members': None
  'setting.no-contact': None
  'setting.no-demo': None
  'setting.no-file': { delimiter: string }
  'setting.no-number': None
  'setting.no-origins': None
  'setting.no-phishnet': None
  'setting.no-proxies': None
  'setting.no-proxy': None
  'setting.no-restart': None
  'setting.no-sender': None
  'setting.no-setlistfm': None
  'setting.no-songfish': None
  'setting.no-source': { delimiter: string }
  'setting.no-switch': None
  'setting.no-tls': None
  'setting.no-url': { first: string; second: string }
  'setting.no-whole': None
  'setting.none-of': { choices: string }
  'setting.not-above': None
  'setting.not-demo': None
  'setting.not-saved': None
  'setting.off': None
  'setting.oidc-client': None
  'setting.oidc-hint': None
  'setting.oidc-label': None
  'setting.oidc-secret': None
  'setting.oidc-url': None
  'setting.on': None
  'setting.redirect': None
  'setting.remove': None
  'setting.remove-of': { label: string }
  'setting.removed': None
  'setting.replace': None
  'setting.replace-of': { label: string }
  'setting.restart': None
  'setting.restart-ask': None
  'setting.restart-hint': None
  'setting.restarted': None
  'setting.restarting': None
  'setting.restarts': None
  'setting.save': None
  'setting.saved': None
  'setting.saving': None
  'setting.second': None
  'setting.second-hint': None
  'setting.second-off': None
  'setting.second-on': None
  'setting.sign-ups': None
  'setting.smtp-params': { allowed: string }
  'setting.source': None
  'setting.stored': None
  'setting.title': None
  'setting.to-backups': None
  'setting.to-setup': None
  'setting.too-long': None
  'setting.unreadable': None
  'setting.waiting': None
  'setting.waits': None
  'setting.what': None
  'setting.wide-net': None
  'setup.address': None
  'setup.admin': None
  'setup.admin-lead': None
  'setup.all-done': None
  'setup.back': None
  'setup.backup': None
  'setup.band': None
  'setup.card': { all: number; done: number }
  'setup.card-go': None
  'setup.card-hide': None
  'setup.card-short': None
  'setup.checking': None
  'setup.code': None
  'setup.code-hint': None
  'setup.end': None
  'setup.found': None
  'setup.go-on': None
  'setup.how': None
  'setup.how-lead': None
  'setup.left': { count: number }
  'setup.mail': None
  'setup.make': None
  'setup.making': None
  'setup.new': None
  'setup.next': None
  'setup.next-show': { link: TagValue; show: string }
  'setup.no-passkey': None
  'setup.no-show': None
  'setup.not-made': None
  'setup.restore': None
  'setup.sign-ups': None
  'setup.skip': None
  'setup.source': None
  'setup.step-done': None
  'setup.steps': None
  'setup.title': { product: string }
  'setup.to-admin': None
  'setup.too-late': None
  'setup.what': None
  'share.picked': { date: string; product: string; venue: string }
  'share.place': { players: number; product: string; rank: number; total: number }
  'share.place-so-far': { players: number; product: string; rank: number; total: number }
  'share.result': { players: number; rank: number; total: number }
  'share.result-so-far': { players: number; rank: number; total: number }
  'show.agree': { picked: number; shared: number; slot: number }
  'show.agree-none': None
  'show.ahead': { points: number }
  'show.another-show': None
  'show.any-show': None
  'show.around-me': None
  'show.around-you': None
  'show.back-to-picks': None
  'show.behind': { points: number }
  'show.best-calls': None
  'show.board': None
  'show.board-later': None
  'show.boards': None
  'show.by-category': None
  'show.calendar': None
  'show.calendar-file': None
  'show.call': { holders: string; place: string }
  'show.called': { number: TagValue; players: number }
  'show.cancelled': None
  'show.cards': { cards: number }
  'show.chance': None
  'show.claim': None
  'show.closer-of': { set: string }
  'show.closes': None
  'show.closes-in': { left: string }
  'show.corrections': None
  'show.corrections-no': None
  'show.crowd': None
  'show.crowd-card': None
  'show.crowd-points': { points: number; rank: number }
  'show.crowd-what': { players: number }
  'show.edit-picks': None
  'show.effect': { lowered: number; raised: number }
  'show.elsewhere': None
  'show.embed': None
  'show.embed-what': None
  'show.everybodys': None
  'show.failed': None
  'show.fans-in': { players: number }
  'show.feed': None
  'show.few-had': { exact: number; players: number }
  'show.found': { count: number }
  'show.frame-title': None
  'show.free': None
  'show.guess-next': None
  'show.guessed': { name: string; show: string; who: TagValue }
  'show.in-the-end': None
  'show.label': None
  'show.level': None
  'show.live-editor': None
  'show.live-failed': None
  'show.loads': None
  'show.locked': None
  'show.make-my-picks': None
  'show.make-own': None
  'show.mark-set': None
  'show.mark-slot': None
  'show.mark-special': None
  'show.more': None
  'show.more-changes': { count: number }
  'show.more-failed': None
  'show.more-players': { count: number }
  'show.more-shows': None
  'show.most-picked': None
  'show.next-closes': { left: string; venue: string }
  'show.next-loads': None
  'show.no-card': None
  'show.no-chance': None
  'show.no-effect': None
  'show.no-past': None
  'show.no-practice': None
  'show.nobody-picked': None
  'show.notes': None
  'show.of-all': { players: number }
  'show.of-cards': None
  'show.only-one': None
  'show.opener-of': { set: string }
  'show.past-later': None
  'show.past-shows': None
  'show.pick-setlist': None
  'show.picked': { name: string; show: string; who: TagValue }
  'show.picked-so-far': { players: number }
  'show.picks-failed': None
  'show.picks-load': None
  'show.points': None
  'show.points-count': { points: number }
  'show.practice': None
  'show.practice-how': None
  'show.practice-intro': None
  'show.practice-kind': None
  'show.practice-needs': None
  'show.practice-of': { date: string; venue: string }
  'show.practice-title': None
  'show.practice-what': None
  'show.proof': None
  'show.proof-what': None
  'show.pts': None
  'show.replay': None
  'show.replay-what': None
  'show.same-slot': None
  'show.scored': None
  'show.screen-on': None
  'show.search': None
  'show.search-hint': None
  'show.secret': None
  'show.secret-card': None
  'show.secret-until': None
  'show.see-upcoming': None
  'show.setlist': None
  'show.setlist-later': None
  'show.setlist-notes': None
  'show.share-gone': None
  'show.shared-card': None
  'show.shown-of': { players: number; shown: number }
  'show.so-far': None
  'show.some-had': { exact: number; players: number }
  'show.songs-failed': None
  'show.songs-load': None
  'show.the-card': None
  'show.the-past-shows': None
  'show.the-picks': None
  'show.the-setlist': None
  'show.title': None
  'show.tonight': None
  'show.top-show': None
  'show.top-song': { cards: number; players: number; song: string }
  'show.top-tour': None
  'show.tour': None
  'show.tour-board': None
  'show.try-again': None
  'show.try-this': None
  'show.unit': { total: number }
  'show.unit-so-far': { total: number }
  'show.was-picked': None
  'show.watch-live': None
  'show.watching': { viewers: number }
  'show.whole-board': None
  'show.your-card': None
  'site.account-of': { name: string }
  'site.admin': None
  'site.admin-check': None
  'site.back-home': None
  'site.broke': None
  'site.broken-page': None
  'site.cable': None
  'site.calendar': None
  'site.data': { site: string }
  'site.denied': None
  'site.empty-stage': None
  'site.feed': None
  'site.footer': None
  'site.home': None
  'site.install': None
  'site.installation': None
  'site.ios-install': { i: TagValue; icon: string }
  'site.leaderboard': None
  'site.leagues': None
  'site.like-app': None
  'site.live': None
  'site.loading': None
  'site.log-in': None
  'site.log-out': None
  'site.logged-out': None
  'site.lost': None
  'site.lost-retries': None
  'site.need-login': None
  'site.no-picks-yet': None
  'site.no-right': { who: string }
  'site.not-found': None
  'site.not-now': None
  'site.offline': None
  'site.on-home': { product: string }
  'site.pages': None
  'site.paused': None
  'site.picks-close': { left: string }
  'site.picks-in': { count: number; slots: number }
  'site.points-picks': None
  'site.profile': None
  'site.reconnecting': None
  'site.resume': None
  'site.right-ended': { who: string }
  'site.session-over': None
  'site.sign-up': None
  'site.skip': None
  'site.strip-points': { count: number }
  'site.strip-rank': { rank: number }
  'site.switch-theme': { next: string; theme: string }
  'site.tab-boards': None
  'site.tab-picks': None
  'site.tab-shows': None
  'site.tab-you': None
  'site.theme': { theme: string }
  'site.try-again': None
  'song.after': None
  'song.also-named': { names: string }
  'song.before': None
  'song.by-year': None
  'song.first-time': None
  'song.gap': None
  'song.gap-of': { gap: string }
  'song.gaps': None
  'song.gaps-key': { count: number }
  'song.home': None
  'song.label': None
  'song.last-gaps': { gaps: string }
  'song.last-played': None
  'song.longest': None
  'song.never': None
  'song.never-played': None
  'song.no-setlist': None
  'song.once-played': None
  'song.other-sets': None
  'song.performances': None
  'song.placed': { position: number; set: string }
  'song.plays': None
  'song.plays-count': { count: number }
  'song.see-shows': None
  'song.sets': None
  'song.stored': { plays: number; stored: number }
  'song.times': { count: number }
  'song.title': None
  'song.unknown': None
  'song.usual': None
  'song.usually': { gap: number }
  'song.venues': None
  'song.what': None
  'song.where-all': None
  'song.year': None
  'song.year-count': None
  'song.year-plays': { plays: number; year: string }
  'song.years': { first: string; last: string }
  'songs.about': None
  'songs.aliases': None
  'songs.all': None
  'songs.another': None
  'songs.both-kept': None
  'songs.by-system': { day: string }
  'songs.change-why': None
  'songs.changed-by': { day: string; name: string }
  'songs.changes': None
  'songs.choose-other': None
  'songs.count': { action: string }
  'songs.count-again': None
  'songs.count-why': None
  'songs.counting': None
  'songs.do-now': { action: string }
  'songs.do-rescore': { action: string; shows: number }
  'songs.fan-page': None
  'songs.filter': None
  'songs.first': { count: number }
  'songs.first-of': { shown: number; total: number }
  'songs.hide': None
  'songs.hide-hint': None
  'songs.hide-it': None
  'songs.is-hidden': None
  'songs.is-merged': { song: string }
  'songs.is-unlisted': None
  'songs.keep-both': None
  'songs.keeping': None
  'songs.last': None
  'songs.list': None
  'songs.loading': None
  'songs.maybe-now': { newer: string; song: string }
  'songs.maybe-twice': { newer: string; song: string }
  'songs.merge': None
  'songs.merge-hint': None
  'songs.merge-into': { song: string; target: string }
  'songs.merge-label': None
  'songs.merged': None
  'songs.merged-from': None
  'songs.merged-is': { song: string }
  'songs.merging': None
  'songs.moved-shows': None
  'songs.moves': { shows: number }
  'songs.name': None
  'songs.never': None
  'songs.no-changes': None
  'songs.no-match': None
  'songs.no-moves': None
  'songs.no-proposals': None
  'songs.no-source-id': None
  'songs.none-found': None
  'songs.not-changed': None
  'songs.not-counted': None
  'songs.not-settled': None
  'songs.now-hidden': { song: string }
  'songs.number': None
  'songs.of-scores': { predictions: number; scores: string }
  'songs.only-hidden': None
  'songs.only-merged': None
  'songs.only-retired': None
  'songs.pickable': { song: string }
  'songs.plays': None
  'songs.rename-hint': None
  'songs.renames': None
  'songs.same-any': None
  'songs.same-name': None
  'songs.same-place': { day: string; venue: string }
  'songs.search': None
  'songs.search-by': None
  'songs.slug': None
  'songs.song': None
  'songs.song-what': None
  'songs.songs-what': None
  'songs.source': None
  'songs.source-id': None
  'songs.spelling': None
  'songs.state': None
  'songs.stay-two': { newer: string; song: string }
  'songs.targets': None
  'songs.title': None
  'songs.to-songs': None
  'songs.total': { total: number }
  'songs.try-other': None
  'songs.two-slugs': None
  'songs.unhide': None
  'songs.unknown': None
  'songs.unmerged': None
  'songs.was-hidden': None
  'songs.was-kept': { song: string }
  'songs.was-merged': { song: string }
  'songs.was-renamed': None
  'songs.was-shown': None
  'songs.was-split': { song: string }
  'source.address': None
  'source.address-hint': None
  'source.address-kept': None
  'source.artist': None
  'source.away': None
  'source.bad-key': None
  'source.check': None
  'source.check-why': None
  'source.choose': { name: string }
  'source.chosen': { name: string }
  'source.count-shows': { shows: number }
  'source.counts': { shows: number; songs: number; tours: number }
  'source.declined': None
  'source.demo': None
  'source.every': None
  'source.every-hint': None
  'source.faulty': None
  'source.file': None
  'source.file-kind': None
  'source.files': None
  'source.files-hint': None
  'source.final': None
  'source.found': None
  'source.from': None
  'source.import-hint': None
  'source.import-now': None
  'source.import-why': None
  'source.imported': None
  'source.importing': None
  'source.in-effect': { source: string }
  'source.is-page': None
  'source.key': None
  'source.key-phishnet': None
  'source.key-setlist': None
  'source.key-stored': None
  'source.last': { show: string }
  'source.limited': None
  'source.limited-for': { minutes: number }
  'source.live': None
  'source.live-hand': None
  'source.live-source': None
  'source.missing': None
  'source.more': None
  'source.moved': None
  'source.need-address': None
  'source.need-artist': None
  'source.need-files': None
  'source.need-key': None
  'source.next': None
  'source.no-next': None
  'source.no-search': None
  'source.no-test': None
  'source.none-found': None
  'source.not-tested': None
  'source.not-works': None
  'source.of-host': { host: string; source: string }
  'source.other-api': None
  'source.ready': None
  'source.refused': None
  'source.report': None
  'source.search': None
  'source.searching': None
  'source.show': { day: string; venue: string }
  'source.show-in': { city: string; day: string; venue: string }
  'source.test': None
  'source.testing': None
  'source.timeout': None
  'source.too-large': None
  'source.too-much': None
  'source.unreadable': None
  'source.uploading': None
  'source.use-anyway': None
  'source.what': None
  'source.works': None
  'source.zip-bomb': None
  'source.zip-damaged': None
  'source.zip-empty': None
  'source.zip-many': { count: number }
  'source.zip-method': None
  'source.zip-path': None
  'source.zip-twins': { name: string }
  'system.again': None
  'system.again-where': None
  'system.all-jobs': None
  'system.all-waits': None
  'system.done': None
  'system.failed': None
  'system.failed-times': { failures: number; time: string }
  'system.fans': { count: number }
  'system.fewer': None
  'system.for': { age: string }
  'system.gave-up': { dead: number }
  'system.given-up': None
  'system.jobs': None
  'system.jobs-what': None
  'system.last-runs': None
  'system.no-runs': None
  'system.no-worker': None
  'system.old-chances': None
  'system.oldest': { age: string }
  'system.open': { open: number }
  'system.outbox': None
  'system.queued': None
  'system.redis-away': None
  'system.retried': None
  'system.retried-soon': None
  'system.retry': None
  'system.retry-failed': None
  'system.retry-what': { what: string }
  'system.retrying': None
  'system.running': None
  'system.runs-appear': None
  'system.runs-what': None
  'system.show-all': { count: number }
  'system.show-gone': None
  'system.took': { time: string }
  'system.try-again': None
  'system.work-on-show': { show: string; work: string }
  'system.workers': None
  'tour.after': { gap: number }
  'tour.as-image': None
  'tour.as-table': None
  'tour.awards': None
  'tour.awards-among': None
  'tour.awards-later': None
  'tour.back-home': None
  'tour.best': None
  'tour.best-night': None
  'tour.board': None
  'tour.boldest': None
  'tour.bust-outs': None
  'tour.called-after': { b: TagValue; gap: number; show: string; song: string }
  'tour.cancelled': None
  'tour.closers': None
  'tour.coming-up': None
  'tour.computing': None
  'tour.copy-link': None
  'tour.count-shows': { count: number }
  'tour.debuts': None
  'tour.dropped': None
  'tour.ended': None
  'tour.first-of': { players: number; shown: number }
  'tour.improved': None
  'tour.improved-by': { after: string; b: TagValue; before: string }
  'tour.label': None
  'tour.last-on': { last: string }
  'tour.live': None
  'tour.locked': None
  'tour.more': { heading: string }
  'tour.need-score': None
  'tour.night-points': { b: TagValue; points: number; show: string }
  'tour.no-award': None
  'tour.no-players': None
  'tour.no-setlist': None
  'tour.no-shows': None
  'tour.not-for': { shows: number }
  'tour.not-over': None
  'tour.of': { shows: number }
  'tour.on': { date: string }
  'tour.on-last': { date: string; last: string }
  'tour.open': None
  'tour.openers': None
  'tour.placed': { plays: number; set: string }
  'tour.player': None
  'tour.podium': None
  'tour.points': None
  'tour.points-unit': { count: number }
  'tour.rank': None
  'tour.rests': None
  'tour.scored': None
  'tour.season': None
  'tour.season-failed': None
  'tour.season-loads': None
  'tour.season-of': { name: string }
  'tour.season-title': None
  'tour.see-board': None
  'tour.see-show': None
  'tour.setlists': None
  'tour.share': None
  'tour.shows': None
  'tour.shows-players': { players: number; shows: number }
  'tour.shows-songs': None
  'tour.songs': None
  'tour.table': None
  'tour.the-season': None
  'tour.the-tour': None
  'tour.title': None
  'tour.to-season': None
  'tour.unknown': None
  'tour.what': None
  'tour.whole-board': None
  'ui.add': None
  'ui.along': None
  'ui.and-more': { more: number; songs: string }
  'ui.ascending': None
  'ui.back-home': None
  'ui.bust-out': None
  'ui.bust-out-how': None
  'ui.by-admin': None
  'ui.calendar-file': None
  'ui.cancel': None
  'ui.card-image': None
  'ui.check-network': None
  'ui.close': None
  'ui.copy-link': None
  'ui.copy-text': None
  'ui.correct-song': None
  'ui.correct-special': None
  'ui.delete-link': None
  'ui.deleted-fan': None
  'ui.descending': None
  'ui.down': None
  'ui.down-places': { places: number }
  'ui.due': { due: TagValue; gap: string }
  'ui.email': None
  'ui.empty-slot': None
  'ui.encore-called': None
  'ui.encore-how': None
  'ui.encore-in-set': None
  'ui.feed': None
  'ui.first-show': None
  'ui.first-show-how': None
  'ui.five-in-a-row': None
  'ui.followed': None
  'ui.from-source': None
  'ui.in-a-row-how': None
  'ui.in-calendar': None
  'ui.language': None
  'ui.language-failed': None
  'ui.link-closed': None
  'ui.link-deleted': None
  'ui.link-kept': None
  'ui.link-shows': None
  'ui.link-will-show': None
  'ui.loading': { what: string }
  'ui.machine-beaten': None
  'ui.machine-how': None
  'ui.making-link': None
  'ui.may-be-empty': None
  'ui.message': None
  'ui.messages': { hotkey: string }
  'ui.missed': None
  'ui.never-zero': None
  'ui.never-zero-how': None
  'ui.new-song': None
  'ui.night-won': None
  'ui.night-won-how': None
  'ui.no-league': None
  'ui.no-match': { search: string }
  'ui.no-player': None
  'ui.no-show': None
  'ui.no-song': None
  'ui.no-songs': None
  'ui.no-tour': None
  'ui.not-drawn': None
  'ui.not-loaded': { what: string }
  'ui.not-opened': None
  'ui.of-and-median': { median: number; players: number }
  'ui.of-players': { players: number }
  'ui.opener-called': None
  'ui.opener-how': None
  'ui.opener-question': None
  'ui.own-name': None
  'ui.percent-chance': None
  'ui.perfect-set': None
  'ui.perfect-set-how': None
  'ui.place': { rank: string }
  'ui.player': None
  'ui.please-again': None
  'ui.points': None
  'ui.points-final': { points: number }
  'ui.points-so-far': { points: number }
  'ui.question-of': { count: number }
  'ui.rank': None
  'ui.report': None
  'ui.report-about': None
  'ui.report-failed': None
  'ui.report-image': None
  'ui.report-name': None
  'ui.report-note': None
  'ui.report-title': { name: string }
  'ui.report-what': None
  'ui.reported': None
  'ui.reported-then': None
  'ui.reporting': None
  'ui.run-waiting': { run: string }
  'ui.same-songs': None
  'ui.search-hint': None
  'ui.search-songs': None
  'ui.share': None
  'ui.share-failed': None
  'ui.share-title': None
  'ui.show-unknown': None
  'ui.shows-10': None
  'ui.shows-10-how': None
  'ui.shows-25': None
  'ui.shows-25-how': None
  'ui.shows-5': None
  'ui.shows-5-how': None
  'ui.shows-at-home': None
  'ui.song-in-set': None
  'ui.song-in-show': None
  'ui.songs': None
  'ui.sort-by': None
  'ui.starting': None
  'ui.suspended-fan': None
  'ui.the-songs': None
  'ui.try-again': None
  'ui.unranked': None
  'ui.up': None
  'ui.up-places': { places: number }
  'ui.waiting': None
  'ui.whole-tour': None
  'ui.whole-tour-how': None
  'ui.you': None
  'ui.your-score': None
  'words.a-fan': None
  'words.below-percent': None
  'words.by-model': None
  'words.by-name': { name: string }
  'words.by-plays': None
  'words.by-rule': None
  'words.by-system': None
  'words.bytes': { bytes: string }
  'words.cancelled': None
  'words.copied': None
  'words.copy-by-hand': None
  'words.copy-failed': None
  'words.crowd': None
  'words.days': { days: number }
  'words.due': { gap: string }
  'words.first-song': None
  'words.gap': { gap: string }
  'words.gap-usual': { gap: string; usual: string }
  'words.hours': { hours: number }
  'words.last-show': None
  'words.lately': { plays: number; shows: number }
  'words.left-days': { days: number; hours: number }
  'words.left-hours': { hours: number; minutes: number }
  'words.left-minutes': { minutes: number }
  'words.lock-kept': None
  'words.lock-moved': { when: string }
  'words.locked-early': None
  'words.logged-out': None
  'words.logout-again': None
  'words.logout-done': None
  'words.logout-failed': None
  'words.machine': None
  'words.minutes': { minutes: number }
  'words.not-allowed': None
  'words.often': { plays: number; shows: number }
  'words.order-az': None
  'words.order-chance': None
  'words.order-due': None
  'words.order-plays': None
  'words.pace': { left: string; rate: string }
  'words.percent': { percent: number }
  'words.plays': { plays: number }
  'words.plays-ago': { gap: number; plays: number }
  'words.plays-last': { plays: number }
  'words.press-allow': None
  'words.pushes-off': None
  'words.reopened': None
  'words.rested': { plays: number; shows: number }
  'words.run-chances': None
  'words.run-check': None
  'words.run-demo': None
  'words.run-history': None
  'words.run-import': None
  'words.run-locks': None
  'words.run-look-up': None
  'words.run-merge': None
  'words.run-move': None
  'words.run-notebook': None
  'words.run-preview': None
  'words.run-replay': None
  'words.run-reset': None
  'words.run-score': None
  'words.run-season': None
  'words.run-setlist': None
  'words.run-test': None
  'words.run-tour': None
  'words.run-try-merge': None
  'words.seconds': { seconds: string }
  'words.seldom': { plays: number; shows: number }
  'words.slot': { set: string; slot: number }
  'words.this-run': None
  'words.try-again': None
  'words.unauthorized': None
  'words.unknown-date': None
  'words.unknown-song': None
  'words.utc': { day: string; time: string }
  'words.venue-own-day': { day: string; own: string; time: string; weekday: string }
  'words.venue-own-time': { day: string; own: string; time: string }
  'words.venue-time': { day: string; time: string }
  'words.wait-minutes': { message: string; minutes: number }
  'words.wait-moment': { message: string }
  'words.wait-seconds': { message: string; seconds: number }
  'words.your-time': { day: string; time: string }
  'words.zone-unknown': None
}
