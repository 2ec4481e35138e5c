// Checks files by the code of those who read them, without these: a Compose file by the loader of `docker compose config`, a
// Dockerfile by BuildKit's parser and linter, a dashboard by Grafana's schema. Usage: check compose|dockerfile|dashboard <file>; a
// Compose file is then printed as JSON, as `docker compose config` does.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: check compose|dockerfile|dashboard <file>"))
	}
	checks := map[string]func(string) error{"compose": checkCompose, "dockerfile": checkDockerfile, "dashboard": checkDashboard}
	check, known := checks[os.Args[1]]
	if !known {
		fail(fmt.Errorf("no check is called %s", os.Args[1]))
	}
	if err := check(os.Args[2]); err != nil {
		fail(fmt.Errorf("%s: %w", os.Args[2], err))
	}
}

// Schema, interpolation, and that everything that is referred to is there, with every profile.
func checkCompose(file string) error {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithOsEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	resolved, err := project.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(resolved)
	return err
}

// Syntax, instructions and flags; a warning of the linter is an error here.
func checkDockerfile(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return err
	}
	var warnings []string
	lint := linter.New(&linter.Config{
		Warn: func(rule, _, _, message string, at []parser.Range) {
			warnings = append(warnings, fmt.Sprintf("%s: %s %v", rule, message, at))
		},
	})
	if _, _, err := instructions.Parse(parsed.AST, lint); err != nil {
		return err
	}
	for _, warning := range parsed.Warnings {
		warnings = append(warnings, warning.Short)
	}
	if len(warnings) > 0 {
		return fmt.Errorf("%d warnings: %v", len(warnings), warnings)
	}
	return nil
}

// Required and unknown fields of the dashboard, its panels and their queries, and their values.
func checkDashboard(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	plugins.RegisterDefaultPlugins()
	var parsed dashboard.Dashboard
	// An error without a message is no error.
	if err := parsed.UnmarshalJSONStrict(text); err != nil && err.Error() != "" {
		return err
	}
	return parsed.Validate()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
