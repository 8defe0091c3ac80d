/** The names of the reporters, apart from what they are made of: a command line needs no more until one is asked for. */
export const reporterNames = ['pretty', 'tap', 'junit', 'sarif', 'ctrf', 'json', 'github', 'html', 'badge'] as const
export type ReporterName = (typeof reporterNames)[number]

export const isReporterName = (name: string): name is ReporterName => (reporterNames as readonly string[]).includes(name)
