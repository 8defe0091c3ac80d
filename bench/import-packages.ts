/** Imports the modules named on the command line and does nothing else. */
for (const name of process.argv.slice(2)) await import(name)
