#!/bin/sh
# A wrapper as npm scripts are: the server is its child, and it does not pass signals on.
trap '' TERM
"$@" &
wait $!
